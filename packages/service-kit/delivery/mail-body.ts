/** A message as the text and the HTML of a mail. Mail programs know tables and inline styles alone. */
import type { Message, MessagePart, MessageTable } from './message.ts';

/** A chart, beside the HTML that names it. */
export interface Picture {
  readonly id: string;
  readonly file: string;
  /** Base64. */
  readonly data: string;
}

/** The chart of a report is number 0, those of gadgets begin at 1. */
const pictureName = (number: number) => (number === 0 ? 'chart' : `chart-${number}`);
const pictureId = (number: number) => `${pictureName(number)}@tallyboard`;

export const picturesOf = ({ picture, sections = [] }: Message): readonly Picture[] =>
  [picture, ...sections.map(each => each.picture)].flatMap((data, number) =>
    data == null ? [] : [{ id: pictureId(number), file: `${pictureName(number)}.png`, data }],
  );

/** The lines below a message, with the address that ends them; null where there is none. */
export interface Footer {
  readonly why: string;
  readonly unsubscribe: string | null;
}

type Cell = string | number | null;

/** Files and programs get all decimals. */
const cellText = (cell: Cell): string => {
  if (cell === null) return '';
  return typeof cell === 'number' ? String(Math.round(cell * 100) / 100) : cell;
};

/** What a mail shows of a message. */
type Shown = Omit<Message, 'files' | 'event'>;

export function mailText(message: Shown, { why, unsubscribe }: Footer): string {
  const { sections = [], link } = message;
  const parts = [
    ...textParts(message),
    ...sections.flatMap(({ title, ...part }) => [
      `${title}\n${'-'.repeat(Math.min(title.length, MAX_RULE))}`,
      ...textParts(part),
    ]),
    link === null ? '' : `Open: ${link}`,
    ['-- ', why, ...(unsubscribe === null ? [] : [`Unsubscribe: ${unsubscribe}`])].join('\n'),
  ];
  return `${parts.filter(part => part !== '').join('\n\n')}\n`;
}

const MAX_RULE = 72;

const textParts = ({ summary, figures, table, notes }: MessagePart): readonly string[] => [
  summary.join('\n'),
  figures.map(({ label, text }) => `${label}: ${text}`).join('\n'),
  table ? textTable(table) : '',
  notes.map(note => `- ${note}`).join('\n'),
];

function textTable({ columns, rows, omitted }: MessageTable): string {
  const isNumber = columns.map((_, at) => rows.some(row => typeof row[at] === 'number'));
  const lines = [columns, ...rows].map(row => columns.map((_, at) => cellText(row[at] ?? null)));
  const widths = columns.map((_, at) => Math.max(...lines.map(line => line[at]?.length ?? 0)));
  const text = lines.map(line =>
    line
      .map((cell, at) =>
        isNumber[at] ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
  return [...text, ...(omitted > 0 ? [omittedText(omitted)] : [])].join('\n');
}

const omittedText = (rows: number) =>
  `${rows.toLocaleString('en-US')} more ${rows === 1 ? 'row is' : 'rows are'} not shown here.`;

const FONT = "font-family:'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const CELL = 'padding:6px 10px;border-bottom:1px solid #8590a2';
/** Without colours of text and ground: mail programs then show it in light and dark. */
const HEAD =
  '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">';

/** `isFile`: pictures are files beside it, not parts of the same mail. */
export function mailHtml(
  message: Shown,
  { why, unsubscribe }: Footer,
  { isFile = false }: { readonly isFile?: boolean } = {},
): string {
  const addressOf = (number: number) =>
    isFile ? `${pictureName(number)}.png` : `cid:${pictureId(number)}`;
  const { subject, link, picture, sections = [] } = message;
  const imageOf = (data: string | null, of: string, number: number) =>
    data === null
      ? []
      : [
          `<p style="margin:0 0 16px"><img src="${addressOf(number)}" alt="${escaped(`Chart of ${of}`)}" width="640" style="max-width:100%;height:auto;background:#ffffff"></p>`,
        ];
  const parts = [
    ...htmlParts(message, imageOf(picture, subject, 0)),
    ...sections.flatMap(({ title, ...part }, at) => [
      `<h2 style="margin:24px 0 8px;padding:12px 0 0;border-top:1px solid #8590a2;font-size:18px;line-height:24px">${escaped(title)}</h2>`,
      ...htmlParts(part, imageOf(part.picture ?? null, title, at + 1)),
    ]),
    ...(link === null ? [] : [`<p><a href="${escaped(link)}">Open in Tallyboard</a></p>`]),
    `<p style="margin:24px 0 0;font-size:12px">${escaped(why)}${unsubscribe === null ? '' : ` <a href="${escaped(unsubscribe)}">Unsubscribe</a>`}</p>`,
  ];
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">${HEAD}<title>${escaped(subject)}</title></head><body style="${FONT};font-size:14px;line-height:20px;margin:16px">${parts.join('\n')}</body></html>`;
}

function htmlParts(
  { summary, figures, table, notes }: MessagePart,
  image: readonly string[] = [],
): readonly string[] {
  const first = summary.map(
    (line, at) =>
      `<p style="margin:0 0 8px;font-size:${at === 0 ? 16 : 14}px">${escaped(line)}</p>`,
  );
  const shown = figures.map(
    ({ label, text }) =>
      `<td style="padding:4px 24px 4px 0"><div style="font-size:22px;font-weight:600">${escaped(text)}</div><div style="font-size:12px">${escaped(label)}</div></td>`,
  );
  const lines = notes.map(note => `<li>${escaped(note)}</li>`).join('');
  return [
    ...first,
    ...(shown.length > 0
      ? [`<table role="presentation" style="margin:8px 0 16px"><tr>${shown.join('')}</tr></table>`]
      : []),
    ...image,
    ...(table ? [htmlTable(table)] : []),
    ...(notes.length > 0
      ? [`<ul style="margin:0 0 16px;padding:0 0 0 20px;font-size:12px">${lines}</ul>`]
      : []),
  ];
}

function htmlTable({ columns, rows, hasTotal, omitted }: MessageTable): string {
  const isNumber = columns.map((_, at) => rows.some(row => typeof row[at] === 'number'));
  const style = (at: number) => `${CELL};text-align:${isNumber[at] ? 'right' : 'left'}`;
  const head = columns.map(
    (name, at) => `<th scope="col" style="${style(at)}">${escaped(name)}</th>`,
  );
  const body = rows.map((row, line) => {
    const weight = hasTotal && line === rows.length - 1 ? ';font-weight:600' : '';
    const cells = columns.map(
      (_, at) => `<td style="${style(at)}${weight}">${escaped(cellText(row[at] ?? null))}</td>`,
    );
    return `<tr>${cells.join('')}</tr>`;
  });
  const more = omitted > 0 ? `<p style="font-size:12px">${omittedText(omitted)}</p>` : '';
  return `<table style="border-collapse:collapse;font-size:13px;margin:0 0 16px"><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('')}</tbody></table>${more}`;
}

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
