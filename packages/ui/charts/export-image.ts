import { download } from '../text/download.ts';

/** Inlined, since an exported picture has no style sheet. */
const STYLES = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  // Without it the margin around a name covers the name.
  'paint-order',
  'opacity',
  'fill-opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'dominant-baseline',
];

const PIXEL_RATIO = 2;
const TITLE_HEIGHT = 32;
const LEGEND_LINE = 20;
const LEGEND_COLUMN = 160;
const SVG = 'http://www.w3.org/2000/svg';

type Legend = readonly { readonly label: string; readonly color: string }[];

/** Saves a drawing; PNG at twice the size on screen, to be sharp in documents. */
export async function downloadImage(
  svg: SVGSVGElement | null,
  title: string,
  legend: Legend,
  type: 'png' | 'svg',
): Promise<void> {
  if (!svg) return;
  const frame = standaloneSvg(svg, title, legend);
  const text = new XMLSerializer().serializeToString(frame);
  const name = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  const [mimeType, data] =
    type === 'svg' ? ['image/svg+xml', text] : ['image/png', await pngOf(text)];
  download(`${name || 'chart'}.${type}`, mimeType, data);
}

async function pngOf(text: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width * PIXEL_RATIO, image.height * PIXEL_RATIO);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot create the image.');
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob();
}

/** The drawing as a self-contained SVG document, with its title above and its legend below. */
function standaloneSvg(svg: SVGSVGElement, title: string, legend: Legend): SVGElement {
  const copy = document.importNode(svg, true);
  const copies = copy.querySelectorAll('*');
  svg.querySelectorAll('*').forEach((element, index) => {
    const css = getComputedStyle(element);
    const to = copies[index];
    for (const name of STYLES) to?.setAttribute(name, css.getPropertyValue(name));
    to?.removeAttribute('class');
    to?.removeAttribute('style');
  });
  const box = svg.viewBox.baseVal;
  const { width } = box;
  const perLine = Math.max(1, Math.floor(width / LEGEND_COLUMN));
  const top = TITLE_HEIGHT + box.height + 8;
  const height = top + Math.ceil(legend.length / perLine) * LEGEND_LINE;
  const { color: fill, fontFamily } = getComputedStyle(svg);
  const frame = add(null, 'svg', {
    xmlns: SVG,
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    'font-family': fontFamily,
    'font-size': 12,
  });
  add(frame, 'rect', { width, height, fill: getComputedStyle(document.body).backgroundColor });
  add(frame, 'text', { x: 8, y: 20, 'font-size': 14, 'font-weight': 600, fill }, title);
  add(frame, 'g', { transform: `translate(0 ${TITLE_HEIGHT})` }).append(...copy.childNodes);
  legend.forEach(({ label, color }, index) => {
    const x = 8 + (index % perLine) * LEGEND_COLUMN;
    const y = top + Math.floor(index / perLine) * LEGEND_LINE;
    const key = resolveColor(color, svg.parentElement ?? document.body);
    add(frame, 'rect', { x, y, width: 10, height: 10, fill: key });
    const cut = label.length > 22 ? `${label.slice(0, 21)}…` : label;
    add(frame, 'text', { x: x + 16, y: y + 9, fill }, cut);
  });
  return frame;
}

/** The computed value of a `var(--...)`. */
function resolveColor(color: string, at: Element): string {
  const probe = document.createElement('span');
  probe.style.color = color;
  at.append(probe);
  const resolved = getComputedStyle(probe).color;
  probe.remove();
  return resolved;
}

function add(
  parent: SVGElement | null,
  name: string,
  attributes: Record<string, string | number>,
  text = '',
): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.textContent = text;
  parent?.append(element);
  return element;
}
