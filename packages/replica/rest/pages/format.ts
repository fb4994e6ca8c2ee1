import { asInstant, asObject, asObjects, asText, type JsonObject } from '../../data/shapes.ts';
import { type Html, html } from '../shape/html.ts';
import { htmlFromRichText, isAdf } from '../shape/rich-text.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

export const parseInstant = (value: unknown): number => asInstant(value) ?? Number.NaN;

/** An instant in the viewer's zone, as `21 Nov 2026, 10:03`. */
export function formatInstant(value: unknown, zone: string): Html {
  const instant = parseInstant(value);
  if (!Number.isFinite(instant)) return html`None`;
  const style = { dateStyle: 'medium', timeStyle: 'short' } as const;
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...style });
  formats.set(zone, format);
  return html`<time datetime="${new Date(instant).toISOString()}">${format.format(instant)}</time>`;
}

/** Calendar time, not working time: `3d 4h`, `25m`. */
export function formatElapsed(milliseconds: number): string {
  const minutes = Math.max(0, Math.round(milliseconds / 60_000));
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)];
  if (days > 0) return hours > 0 ? `${days}d ${hours}h` : `${days}d`;
  return hours > 0 ? `${hours}h ${minutes % 60}m` : `${minutes % 60}m`;
}

export const personName = (person: unknown, fallback: string): string =>
  asText(asObject(person)?.displayName) ?? fallback;

/** The resolution; its name may be unknown although its date is set. */
export const resolutionName = ({ resolution, resolutiondate }: JsonObject): string =>
  asText(asObject(resolution)?.name) ?? (resolutiondate ? 'Resolved' : 'Unresolved');

/** Any field value as text; null if empty. */
export function formatValue(value: unknown, zone: string): Html | string | null {
  // Some apps store an empty object as text.
  if (value === null || value === undefined || value === '' || value === '{}') return null;
  if (typeof value === 'string') {
    return /^\d{4}-\d\d-\d\dT[\d:.]+([+-]\d|Z)/.test(value) ? formatInstant(value, zone) : value;
  }
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return formatList(value, zone);
  if (isAdf(value)) return htmlFromRichText(value);
  return formatObject(value as JsonObject, zone);
}

function formatList(values: unknown[], zone: string): Html | null {
  const shown = values.map(value => formatValue(value, zone)).filter(text => text !== null);
  if (shown.length === 0) return null;
  return html`${shown.map((text, i) => (i === 0 ? text : html`, ${text}`))}`;
}

function formatObject(object: JsonObject, zone: string): Html | string | null {
  const { child, completedCycles, displayName, name, value, title, key } = object;
  if (Array.isArray(completedCycles)) return formatSla(object);
  const text = displayName ?? name ?? value ?? title ?? key;
  if (text === undefined || text === null) return null;
  return child ? html`${String(text)} - ${formatValue(child, zone)}` : String(text);
}

function formatSla({ completedCycles, ongoingCycle }: JsonObject): string {
  const ongoing = asObject(ongoingCycle);
  const last = ongoing ?? asObjects(completedCycles).at(-1);
  if (!last) return 'Not started';
  const state = last.breached ? 'breached' : 'within target';
  const left = asText(asObject(last.remainingTime)?.friendly) ?? '?';
  return ongoing ? `Running, ${state} (${left} left)` : `Done, ${state}`;
}

/** Offset of the error in the query, from its message; null if the message has none. */
export function errorPosition(jql: string, message: string): number | null {
  const found = /\(line (\d+), character (\d+)\)/.exec(message);
  if (!found) return null;
  const lines = jql.split('\n').slice(0, Number(found[1]) - 1);
  const before = lines.reduce((sum, line) => sum + line.length + 1, 0);
  return Math.min(jql.length, before + Number(found[2]) - 1);
}
