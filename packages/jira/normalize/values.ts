import type { CustomValue } from '@tallyboard/core/model/issue.ts';
import { isRecord } from '@tallyboard/core/unknown.ts';
import { flattenText } from './adf.ts';
import { parseSprint } from './sprint.ts';

/** What an object of a custom field is shown as: displayName, name, value or title, in that order. */
export function displayName(value: Readonly<Record<string, unknown>>): string | null {
  for (const key of ['displayName', 'name', 'value', 'title']) {
    const text = value[key];
    if (typeof text === 'string' && text !== '') return text;
  }
  return null;
}

/** The value of any custom field as a grouping uses it: a text, a number, a list of texts, or null for nothing. */
export function normalizeCustom(value: unknown): CustomValue {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) {
    const texts = value.map(textOf).filter(text => text !== null);
    return texts.length === 0 ? null : texts;
  }
  return textOf(value);
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string')
    return String((value.endsWith(']') && parseSprint(value)?.id) || value) || null;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (!isRecord(value)) return null;
  if (value.type === 'doc') return flattenText(value) || null;
  // A field that a reader chose as their sprint field: its sprints are known by id.
  if (typeof value.id === 'number' && typeof value.state === 'string') return String(value.id);
  // A request type of a service project.
  if (isRecord(value.requestType)) return displayName(value.requestType);
  const name = displayName(value);
  // A cascading choice has its second level inside the first.
  const child = isRecord(value.child) ? displayName(value.child) : null;
  return name !== null && child !== null ? `${name} - ${child}` : name;
}

/** Id and name of a team: an object on Cloud, an id or an object on Data Center. */
export function teamOf(value: unknown): { id: string; name: string } | null {
  if (typeof value === 'string' || typeof value === 'number') {
    return value === '' ? null : { id: String(value), name: String(value) };
  }
  if (Array.isArray(value)) return teamOf(value[0]);
  if (!isRecord(value)) return null;
  const name = displayName(value);
  const id = typeof value.id === 'string' || typeof value.id === 'number' ? String(value.id) : name;
  return id === null ? null : { id, name: name ?? id };
}

/** A multi-checkbox such as Flagged is set when any of its boxes is; the agile API sends a boolean. */
export function isFlagged(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value === true;
}
