import { download } from '../text/download.ts';

/** Inlined, since an exported picture has no style sheet. */
const STYLES = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
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

export interface LegendEntry {
  readonly label: string;
  readonly color: string;
}

/** The drawing as a self-contained SVG document, with its title above and its legend below. */
function standaloneSvg(svg: SVGSVGElement, title: string, legend: readonly LegendEntry[]) {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = svg.querySelectorAll('*');
  copy.querySelectorAll('*').forEach((element, index) => {
    const original = originals[index];
    if (original) inlineStyles(original, element);
  });
  const box = svg.viewBox.baseVal;
  const { width } = box;
  const perLine = Math.max(1, Math.floor(width / LEGEND_COLUMN));
  const top = TITLE_HEIGHT + box.height + 8;
  const height = top + Math.ceil(legend.length / perLine) * LEGEND_LINE;
  const css = getComputedStyle(svg);
  const frame = document.createElementNS(SVG, 'svg');
  set(frame, {
    xmlns: SVG,
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    'font-family': css.fontFamily,
    'font-size': 12,
  });
  const fill = css.color;
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
  return { text: new XMLSerializer().serializeToString(frame), width, height };
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

function inlineStyles(from: Element, to: Element): void {
  const computed = getComputedStyle(from);
  for (const name of STYLES) {
    const value = computed.getPropertyValue(name);
    if (value) to.setAttribute(name, value);
  }
  to.removeAttribute('class');
  to.removeAttribute('style');
}

function set(element: SVGElement, attributes: Record<string, string | number>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
}

function add(
  parent: SVGElement,
  name: string,
  attributes: Record<string, string | number>,
  text?: string,
): SVGElement {
  const element = document.createElementNS(SVG, name) as SVGElement;
  set(element, attributes);
  if (text !== undefined) element.textContent = text;
  parent.append(element);
  return element;
}

export function downloadSvg(svg: SVGSVGElement, title: string, legend: readonly LegendEntry[]) {
  download(`${fileName(title)}.svg`, 'image/svg+xml', standaloneSvg(svg, title, legend).text);
}

/** Twice the size on screen, to be sharp in documents. */
export async function downloadPng(
  svg: SVGSVGElement,
  title: string,
  legend: readonly LegendEntry[],
): Promise<void> {
  const { text, width, height } = standaloneSvg(svg, title, legend);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width * PIXEL_RATIO;
  canvas.height = height * PIXEL_RATIO;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot create the image.');
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('This browser cannot create the image.');
  download(`${fileName(title)}.png`, 'image/png', blob);
}

const fileName = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '') || 'chart';
