/** Pins as every door gives them: one schema for their types and OpenAPI. */
import * as v from 'valibot';

const said = <Schema extends v.BaseSchema<unknown, unknown, v.BaseIssue<unknown>>>(
  schema: Schema,
  text: string,
) => v.pipe(schema, v.description(text));

const number = v.nullable(v.number());
const unit = v.optional(v.string());

/** The figures of a report as of a time, as they are kept. */
const PIN_FIGURES = v.object({
  /** The id of the report. */
  report: v.string(),
  title: v.string(),
  timeZone: v.string(),
  complete: v.boolean(),
  eyes: v.optional(v.string()),
  /** The policy of figures on people that was in force; absent without figures on people. */
  people: v.optional(v.string()),
  headline: v.array(v.object({ key: v.string(), label: v.string(), text: v.string() })),
  values: v.array(v.object({ key: v.string(), value: number, unit })),
  /** Keys of figures that access keys with aggregated figures only do not get. */
  folded: v.array(v.string()),
});
export type PinFigures = v.InferOutput<typeof PIN_FIGURES>;

/** What else is kept of the answer. */
export const PIN_CONTENT = v.object({
  ...PIN_FIGURES.entries,
  asOf: v.string(),
  /** Ids of all issues that were counted. */
  issues: v.array(v.string()),
  hash: v.string(),
});
export type PinContent = v.InferOutput<typeof PIN_CONTENT>;

/** Of stored figures. Throws ValiError. */
export const readPinFigures = (stored: unknown): PinFigures => v.parse(PIN_FIGURES, stored);

const QUESTION = v.object({
  /** The definition of the saved report. */
  view: v.record(v.string(), v.unknown()),
  /** Of days. */
  timeZone: v.string(),
});

/** The question of stored figures. Throws ValiError. */
export const readPinQuestion = (stored: unknown) => v.parse(QUESTION, stored);

export const OTHER_RIGHTS = 'pinned with other rights';
export const DIFFERS =
  'differs from what was pinned: deleted, no longer visible or changed in the past';

export const isSameValue = (a: number | null, b: number | null): boolean =>
  a === b || (a !== null && b !== null && Math.abs(a - b) < 1e-9 * Math.max(1, Math.abs(a)));

const head = {
  id: v.string(),
  savedReport: said(v.string(), 'The id of the saved report.'),
  name: said(v.string(), 'The name of the saved report.'),
  asOf: said(v.string(), 'ISO time in UTC.'),
  created: v.string(),
  author: said(v.nullable(v.string()), 'Null where it is not known or not told.'),
  note: v.optional(said(v.string(), 'Absent for an access key with aggregateOnly.')),
  mine: v.boolean(),
  removable: said(v.boolean(), 'The caller may remove it.'),
  shown: said(v.boolean(), 'False: there are no figures for this caller, and `why` says so.'),
  why: v.optional(v.string()),
  eyes: v.optional(
    said(v.string(), 'Whose rights the figures had, where these were not those of the author.'),
  ),
  timeZone: v.optional(v.string()),
  complete: v.optional(v.boolean()),
  issues: v.optional(said(v.number(), 'How many issues were counted.')),
  hash: v.optional(said(v.string(), 'Equal for the same figures of the same issues.')),
};

export const PIN = v.object({
  ...head,
  headline: v.optional(v.array(v.object({ key: v.string(), label: v.string(), text: v.string() }))),
  figures: v.optional(v.array(v.object({ key: v.string(), value: number, unit }))),
});
export type PinJson = v.InferOutput<typeof PIN>;

export const PIN_LIST = v.object({ pins: said(v.array(PIN), 'Oldest first.') });

const text = v.nullable(v.string());

/** A pin beside the figures of today, and those that are computed anew as of its time. */
export const COMPARED_PIN = v.object({
  ...head,
  now: said(text, 'As of when the figures of today are; null where there are none.'),
  headline: v.optional(
    v.array(
      v.object({
        key: v.string(),
        label: v.string(),
        pinned: v.string(),
        replayed: text,
        now: text,
      }),
    ),
  ),
  figures: v.optional(
    said(
      v.array(v.object({ key: v.string(), unit, pinned: number, replayed: number, now: number })),
      'As pinned; computed now as of that time; of today.',
    ),
  ),
  differs: v.optional(
    said(v.nullable(v.string()), 'Why figures as of that time are not those that were pinned.'),
  ),
  doubts: v.array(v.string()),
});
export type ComparedPin = v.InferOutput<typeof COMPARED_PIN>;
