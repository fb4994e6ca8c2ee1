import { parseWorkflow } from '@tallyboard/core/flow/workflow-definition.ts';
import { MAX_EXCEPTIONS, readPeopleException } from '@tallyboard/core/people/people-exceptions.ts';
import { MAX_PEOPLE, MIN_PEOPLE, readPeoplePolicy } from '@tallyboard/core/people/people-policy.ts';
import { parseCalendar, parseCalendarText } from '@tallyboard/core/time/calendar-definition.ts';
import { formatDay } from '@tallyboard/core/time/format.ts';
import type { SettingsSchema } from '@tallyboard/report-kit/contract.ts';
import { limitText } from '@tallyboard/report-kit/settings/describe.ts';
import { DONE_KEYS } from '@tallyboard/report-kit/settings/done-settings.ts';
import { type Stored, storedObject } from '@tallyboard/report-kit/settings/schema.ts';
import type { SectionKey } from '@tallyboard/reports/catalogue/reports.ts';
import { MAX_DATE_FORMAT_LENGTH } from '@tallyboard/reports/catalogue/site-settings.ts';
import type { ReportSection } from './sections.ts';
import { sameJson } from './snapshot.ts';

/** The stored section; empty unless it is an object. */
export const sectionOf = (document: Stored, section: string): Stored =>
  storedObject(document[section]) ?? {};

export function readSection<Settings>(
  document: Stored,
  section: SectionKey,
  schema: SettingsSchema<Settings>,
): Settings {
  return schema.parse(sectionOf(document, section)).value;
}

/** The document with a changed setting. Writes only keys that change; all others stay as stored, even unreadable ones. */
export function editSection<Settings>(
  document: Stored,
  section: SectionKey,
  schema: SettingsSchema<Settings>,
  change: Partial<Settings>,
): Stored {
  const value = readSection(document, section, schema);
  const before = schema.serialize(value);
  const after = schema.serialize({ ...value, ...change });
  const own = schema.list.filter(({ name }) => name in change).map(({ key }) => key);
  const stored = sectionOf(document, section);
  const isChanged = (key: string, next: unknown) =>
    !sameJson(before[key], next) || (own.includes(key) && key in stored);
  const changed = Object.entries(after).filter(([key, next]) => isChanged(key, next));
  const cleared = 'done' in change ? DONE_KEYS.filter(key => !(key in after)) : [];
  const rest = Object.entries(stored).filter(([key]) => !cleared.includes(key));
  return { ...document, [section]: Object.fromEntries([...rest, ...changed]) };
}

/** The settings of a section, with invalid numbers as typed; NaN for an empty field. */
export function typedSettings(document: Stored, { key: section, schema }: ReportSection) {
  const stored = sectionOf(document, section);
  const typed = schema.list
    .filter(({ key, codec }) => {
      const raw = stored[key] ?? null;
      return codec.shape.kind === 'whole' && raw !== null && codec.parse(raw) === undefined;
    })
    .map(({ key, name }) => [name, stored[key] === '' ? Number.NaN : Number(stored[key])]);
  return { ...readSection(document, section, schema), ...Object.fromEntries(typed) };
}

export function withKeys(document: Stored, section: string, keys: Stored): Stored {
  return { ...document, [section]: { ...sectionOf(document, section), ...keys } };
}

export function withoutSection(document: Stored, section: string): Stored {
  const { [section]: _, ...rest } = document;
  return rest;
}

/** The document with a section reset to defaults. Unknown keys stay. */
export function resetSection(
  document: Stored,
  section: string,
  sections: readonly ReportSection[],
): Stored {
  const schema = sections.find(({ key }) => key === section)?.schema;
  if (!schema) return withoutSection(document, section);
  const known = [...Object.keys(schema.serialize(schema.defaults)), ...DONE_KEYS];
  const rest = Object.entries(sectionOf(document, section)).filter(([key]) => !known.includes(key));
  return rest.length === 0
    ? withoutSection(document, section)
    : { ...document, [section]: Object.fromEntries(rest) };
}

/** The document to store, with trimmed texts. */
export function finished(document: Stored): Stored {
  const { dateFormat } = sectionOf(document, 'commonSettings');
  return typeof dateFormat === 'string'
    ? withKeys(document, 'commonSettings', { dateFormat: dateFormat.trim() })
    : document;
}

export interface SectionProblem {
  readonly section: string;
  /** The stored key; '' for the section as a whole. */
  readonly key: string;
  readonly text: string;
  /** Entered in this form, which blocks Apply; false for a stored value. */
  readonly typed: boolean;
}

export function documentProblems(
  document: Stored,
  base: Stored,
  sections: readonly ReportSection[],
): SectionProblem[] {
  const problem = (section: string, path: string, text: string): SectionProblem => {
    const [key = ''] = path.split('.');
    const typed =
      key === ''
        ? !sameJson(document[section], base[section])
        : !sameJson(sectionOf(document, section)[key], sectionOf(base, section)[key]);
    return { section, key, text, typed };
  };
  const found = sections.flatMap(({ key: section, schema }) => {
    const stored = storedObject(document[section]) ?? document[section];
    return schema.parse(stored).problems.map(({ path, text }) => {
      const shape = schema.list.find(({ key }) => key === path)?.codec.shape;
      return problem(section, path, (shape && limitText(shape)) ?? text);
    });
  });
  const format = dateFormatProblem(sectionOf(document, 'commonSettings').dateFormat);
  if (format !== null) found.push(problem('commonSettings', 'dateFormat', format));
  const policy = policyProblem(document.figuresOnPeople);
  if (policy !== null) found.push(problem('figuresOnPeople', '', policy));
  const exception = exceptionsProblem(document.figuresOnPeopleExceptions);
  if (exception !== null) found.push(problem('figuresOnPeopleExceptions', '', exception));
  const calendar = calendarProblem(document.workingCalendar);
  if (calendar !== null) found.push(problem('workingCalendar', '', calendar));
  for (const [name, stored] of Object.entries(sectionOf(document, 'workflows'))) {
    if (!parseWorkflow(stored))
      found.push(problem('workflows', '', `'${name}' is no workflow: each column needs a name.`));
  }
  return found;
}

function policyProblem(stored: unknown): string | null {
  if (stored === undefined || stored === null) return null;
  if (typeof stored === 'string' && readPeoplePolicy(stored)) return null;
  return `Enter a whole number from ${MIN_PEOPLE} to ${MAX_PEOPLE}.`;
}

export const storedExceptions = (stored: unknown): readonly unknown[] =>
  Array.isArray(stored) ? stored : [];

function exceptionsProblem(stored: unknown): string | null {
  const all = storedExceptions(stored);
  if (all.length > MAX_EXCEPTIONS) return `Keep at most ${MAX_EXCEPTIONS} exceptions.`;
  return all.map(readPeopleException).find(each => 'problem' in each)?.problem ?? null;
}

/** An invalid calendar is kept as its text. */
function calendarProblem(stored: unknown): string | null {
  if (stored === undefined || stored === null) return null;
  const calendar = storedObject(stored);
  const { problems } =
    typeof calendar?.text === 'string' ? parseCalendarText(calendar.text) : parseCalendar(calendar);
  return problems[0]?.text ?? null;
}

/** Any date token formats at least two of these days differently. */
const SAMPLE_DAYS = [0, 1, 40, 400];

function dateFormatProblem(stored: unknown): string | null {
  if (stored === undefined || stored === null) return null;
  const text = typeof stored === 'string' ? stored.trim() : '';
  if (text === '') return 'Enter a date format, such as MMM D, YYYY.';
  if (text.length > MAX_DATE_FORMAT_LENGTH)
    return `Enter a format of at most ${MAX_DATE_FORMAT_LENGTH} characters.`;
  const [first, ...others] = SAMPLE_DAYS.map(day => formatDay(day, text));
  return others.every(other => other === first)
    ? 'This format shows the same text for every day. Use letters such as D, M and YYYY.'
    : null;
}
