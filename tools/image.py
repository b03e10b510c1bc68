"""Image2Text[image]: what the question's record says about its picture."""

import ast

from autoact_precache.tools.text import plain
from autoact_precache.tools.tool import Observation, Page

NO_IMAGE = "no img"  # what ScienceQA's records hold in place of a caption or OCR text


class Image2Text:
    """Caption and OCR text; the argument only names the picture, there is one at most."""

    name = "Image2Text"

    def __call__(self, argument: str, page: Page) -> Observation:
        if page.image is None or page.image.caption == NO_IMAGE:
            return Observation("This question has no image.", "not_found")
        caption = plain(page.image.caption) or "none"
        text = plain(_ocr_text(page.image.ocr)) or "none"
        return Observation(f"Caption: {caption} Text in the image: {text}", "ok")


def _ocr_text(ocr: str) -> str:
    """The words of EasyOCR's printed list; anything else as it stands."""
    try:
        found = ast.literal_eval(ocr)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return ocr
    if isinstance(found, list) and all(isinstance(f, tuple) and len(f) == 3 for f in found):
        return ", ".join(str(word) for _box, word, _confidence in found)
    return ocr
