from autoact_precache.policies.recomputing import Recomputing


class CacheBlend(Recomputing):
    """The tokens whose keys and values deviate most are recomputed, through all layers.

    CacheBlend (Yao et al., EuroSys 2025), with adapters for what there are reused chunks: positions
    and prefixes match. Layer 0 is recomputed for all tokens of U_j, those that were cached since
    agent j last ran. Of them round(ratio |U_j|) are chosen, and recomputed through the layers that
    follow, attending to the blended cache: j's own rows, and the shared ones of everyone else.

    Left open there, and chosen here. Deviation is the L2 distance of a token's K (after RoPE) and
    V, all heads together, from the shared ones. It is taken at layer 1, the first that layer 0's
    attention has gone into (the authors' implementation looks there too, at V); in a model of one
    layer, at that layer. In layer 0 the tokens of U_j attend to each other's recomputed rows, the
    chosen too; from layer 1 on to those of the chosen alone. Of equals the earlier is chosen. The
    set stays the same in all layers; the paper lets it shrink towards the last ones. j keeps rows
    of the chosen alone, layer 0 included, so that `ratio=0` is FullShared. `ratio=1` is NonShared.
    """

    name = "cacheblend"

    def recomputed_layers(self, n_layers: int) -> range:
        return range(n_layers)
