// Texts whose contrast with what lies behind them is below WCAG's 4.5.
const luminance = ([r, g, b]) =>
  [r, g, b]
    .map((c) => c / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
const channels = (colour) => colour.match(/[\d.]+/g).map(Number);
const isClear = (colour) => channels(colour)[3] === 0;

function behind(element) {
  for (let at = element; at; at = at.parentElement) {
    const colour = getComputedStyle(at).backgroundColor;
    if (!isClear(colour)) return colour;
  }
  return "rgb(255, 255, 255)";
}

const found = [];
for (const element of document.body.querySelectorAll("*")) {
  const text = [...element.childNodes].filter((n) => n.nodeType === 3 && n.data.trim());
  if (!text.length || !element.checkVisibility() || element.matches("script, style, option, :disabled")) continue;
  const style = getComputedStyle(element);
  const colour = element.ownerSVGElement ? style.fill : style.color;
  const [a, b] = [colour, behind(element)].map((c) => luminance(channels(c))).sort((x, y) => y - x);
  const contrast = (a + 0.05) / (b + 0.05);
  if (contrast < 4.5) found.push(`${element.tagName} ${element.className.baseVal ?? element.className}: ${contrast.toFixed(2)} ${text[0].data.trim()}`);
}
return found;
