from autoact_precache.policies.recomputing import Recomputing


class RelayCaching(Recomputing):
    """The tokens that deviate and are attended to are recomputed, in the middle layers alone.

    RelayCaching (Geng et al., 2026). The critical range of n layers is [n // 4, 3 n // 4). What
    entered its first layer, as whoever fed the token left it, is kept for all tokens. Agent j
    recomputes that layer from it for all tokens of U_j, those that were cached since j last ran.
    The round(ratio |U_j|) of most influence go on through the rest of the range, attending to the
    blended cache, and j keeps their rows of the range; all others stay as they are shared.

    Left open there, and chosen here: the range. A token's influence is its deviation, the L2
    distance of its K (after RoPE) and V, all heads together, from the shared ones at the second
    layer of the range (at the first, in a range of one layer), times the attention that it gets
    there: softmax weights summed over all heads and the last 32 tokens of U_j, those nearest to
    what comes; queries, and the keys of U_j, as recomputed for all of U_j. In half precision so are
    the scores. Of equals the earlier is chosen.

    `ratio=0` is FullShared. `ratio=1` is DroidSpeak's, with this range as the group: not NonShared,
    as the other layers, and what enters the range, stay foreign. A model of one layer has no range.
    """

    name = "relaycaching"
    by_attention = True

    def recomputed_layers(self, n_layers: int) -> range:
        return range(n_layers // 4, 3 * n_layers // 4)
