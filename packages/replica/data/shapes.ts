/** Readers of untrusted values: null if the type does not fit. */

export type JsonObject = Record<string, unknown>;

export function asObject(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : null;
}

export function asObjects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(item => asObject(item) !== null) : [];
}

/** Text, or a number as text; null for ''. */
export function asText(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  return typeof value === 'number' ? String(value) : null;
}

export function asNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** Epoch milliseconds of a timestamp with an offset (with or without colon), or of a number that is one. */
export function asInstant(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.length < 10) return null;
  const jira = jiraInstant(value);
  if (jira !== null) return jira;
  const offset = value.charCodeAt(value.length - 5);
  const withColon =
    offset === 43 || offset === 45 ? `${value.slice(0, -2)}:${value.slice(-2)}` : value;
  const instant = Date.parse(value.length > 10 ? withColon : `${value}T00:00:00Z`);
  return Number.isNaN(instant) ? null : instant;
}

const JIRA_FORM =
  /^[1-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}[+-](?:[01]\d|2[0-3])[0-5]\d$/;

/** Of `2026-06-01T12:00:00.000+0200`, several times as fast as Date.parse; null for other forms and for days from 29. */
function jiraInstant(text: string): number | null {
  if (text.length !== 28 || !JIRA_FORM.test(text)) return null;
  const digits = (from: number, to: number) => {
    let number = 0;
    for (let at = from; at < to; at += 1) number = number * 10 + text.charCodeAt(at) - 48;
    return number;
  };
  const day = Date.UTC(digits(0, 4), digits(5, 7) - 1, digits(8, 10));
  const seconds = digits(11, 13) * 3600 + digits(14, 16) * 60 + digits(17, 19);
  const offset = (digits(24, 26) * 60 + digits(26, 28)) * (text.charCodeAt(23) === 45 ? -1 : 1);
  return day + (seconds - offset * 60) * 1000 + digits(20, 23);
}

/** yyyy-MM-dd at the beginning of a text. */
export function asDay(value: unknown): string | null {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? value.slice(0, 10) : null;
}

/** Plain text of ADF or wiki markup. */
export function plainText(value: unknown): string {
  if (typeof value === 'string') return value;
  const node = asObject(value);
  if (!node) return '';
  const attrs = asObject(node.attrs);
  const own =
    asText(node.text) ?? asText(attrs?.text) ?? asText(attrs?.title) ?? asText(attrs?.url) ?? '';
  const inner = asObjects(node.content).map(plainText);
  const blocks = node.type !== 'paragraph' && node.type !== 'heading';
  return [own, inner.join(blocks ? '\n' : '')].filter(text => text !== '').join('\n');
}
