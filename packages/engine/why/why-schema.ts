/** 'Changes since' as every door gives it: one schema for its type and OpenAPI. */
import * as v from 'valibot';

const text = v.nullable(v.string());

const SIDES = v.pipe(
  v.object({ above: v.number(), below: v.number() }),
  v.description('Numbers of issues by their value against the number of before.'),
);

export const WHY = v.object({
  report: v.string(),
  figure: v.pipe(v.string(), v.description('Its key.')),
  name: v.string(),
  since: v.optional(v.pipe(v.string(), v.description('ISO time in UTC.'))),
  against: v.optional(
    v.pipe(
      v.record(v.string(), v.unknown()),
      v.description('The settings of before that differ, by stored keys, in place of `since`.'),
    ),
  ),
  asOf: v.string(),
  before: v.nullable(v.number()),
  after: v.nullable(v.number()),
  change: v.pipe(v.number(), v.description('After less before; null counts 0.')),
  window: v.optional(
    v.pipe(
      v.object({ part: v.number() }),
      v.description('What left a rolling window with the clock alone.'),
    ),
  ),
  causes: v.pipe(
    v.array(
      v.object({
        at: v.pipe(
          text,
          v.description('Null for what has no event, as time passed, or a setting.'),
        ),
        kind: v.string(),
        issues: v.array(v.string()),
        part: v.number(),
        by: text,
        from: text,
        to: text,
      }),
    ),
    v.description('By time, one for each instant and kind.'),
  ),
  order: v.optional(
    v.pipe(
      v.object({
        left: SIDES,
        joined: SIDES,
        changed: v.number(),
        neighbours: v.pipe(
          v.array(v.string()),
          v.description('The issue that has the number now, or those on both sides of it.'),
        ),
      }),
      v.description(
        'Of a median, a percentile or a maximum, which has no parts: issues that left it and that are new in it.',
      ),
    ),
  ),
  groups: v.pipe(
    v.array(
      v.object({
        group: v.string(),
        mix: v.number(),
        rate: v.number(),
        interaction: v.number(),
      }),
    ),
    v.description('The change by issue type. Sums and counts have mix alone.'),
  ),
  explained: v.pipe(v.number(), v.description('The part of the window and of all causes.')),
  doubts: v.array(v.string()),
  story: v.string(),
});

export type WhyAnswer = v.InferOutput<typeof WHY>;
