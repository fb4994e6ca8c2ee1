/** Numbers as the reader writes them, in digits that fit the English words around them. */

let formats = new Map<string, Intl.NumberFormat>();
let locale = 'en';

/** The separators of a page. Files and other programs do not set them: theirs are English everywhere. */
export function setNumberLocale(next: string): void {
  locale = `${next}-u-nu-latn`;
  formats = new Map();
}

/** '1,234.5': at most `digits` after the separator, none where they are zero. Null is '-', not available. */
export const formatNumber = (value: number | null, digits = 1): string => write(value, 0, digits);

/** '45.50': always `digits` after the separator, so that a column of them lines up. */
export const formatFixed = (value: number | null, digits: number): string =>
  write(value, digits, digits);

function write(value: number | null, least: number, digits: number): string {
  if (value === null || !Number.isFinite(value)) return '-';
  const key = `${least} ${digits}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(locale, {
      minimumFractionDigits: least,
      maximumFractionDigits: digits,
    });
    formats.set(key, format);
  }
  // Rounding must not leave a negative zero.
  const text = format.format(Math.abs(value) < 0.5 * 10 ** -digits ? 0 : value);
  return text.replace('-', '\u2212');
}

/** A number as `formatNumber` writes it, or with a point; null for any other text. */
export function parseNumber(text: string): number | null {
  const parts = new Intl.NumberFormat(locale).formatToParts(-1_234_567.8);
  const partOf = (type: Intl.NumberFormatPartTypes) =>
    parts.find(part => part.type === type)?.value ?? '';
  const plain = text.trim().replace(/^[\u2212-]\s*/, '-');
  const [group, decimal] = [partOf('group'), partOf('decimal')];
  // Groups of three alone, so that '1.5' is no 15 where points group.
  const escaped = group.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const grouped = new RegExp(
    `(?<=\\d)(?:${/\s/.test(group) ? '\\s' : escaped})(?=\\d{3}(?!\\d))`,
    'g',
  );
  const read = (group === '' ? plain : plain.replace(grouped, '')).replace(decimal, '.');
  return /^-?\d+(\.\d+)?$/.test(read) ? Number(read) : null;
}

/** Whole numbers: issues, worklogs. */
export const formatCount = (value: number | null): string => formatNumber(value, 0);

/** A sentence of a program, whose thousands are English, with the separators of the page. */
export const withOwnThousands = (sentence: string): string =>
  sentence.replace(/(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,]*\d)/g, number =>
    formatCount(Number(number.replaceAll(',', ''))),
  );

/** '1 issue', '2 issues', '0 hours': as the shown number asks for. */
export function formatCounted(value: number | null, one: string, digits = 0): string {
  const text = formatNumber(value, digits);
  return `${text} ${text === formatNumber(1, 0) ? one : `${one}s`}`;
}

/** 'Ana', 'Ana and Ben', 'Ana, Ben and 3 others'. */
export function formatNames(names: readonly string[]): string {
  const [first = '', second, third] = names;
  if (second === undefined) return first;
  if (third === undefined) return `${first} and ${second}`;
  const others = names.length - 2;
  return `${first}, ${second} and ${formatCounted(others, 'other')}`;
}

/** '+5', '0', '−2': an amount that changes something. */
export const formatSigned = (value: number, digits = 2): string =>
  `${value > 0 ? '+' : ''}${formatNumber(value, digits)}`;

/** '46', '7.5', '<0.1' of a value where 100 is all: whole from 10 on. */
export function formatShare(value: number | null): string {
  if (value !== null && value > 0 && value < 0.05) return '<0.1';
  // Only all of it is 100.
  if (value !== null && value >= 99.5 && value < 100) return formatNumber(Math.min(value, 99.9), 1);
  return formatNumber(value, Math.abs(value ?? 0) < 10 ? 1 : 0);
}

/** '46%'; null is '-'. */
export const formatPercent = (value: number | null): string =>
  value === null || !Number.isFinite(value) ? '-' : `${formatShare(value)}%`;

/** Gives a formatter that writes zero as a dash, as tables do. */
export const dashForZero =
  (format: (value: number) => string) =>
  (value: number | null): string =>
    value === null || value === 0 ? '-' : format(value);
