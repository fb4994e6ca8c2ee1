/** Ways to count that give the number that a reader expected, as every door tells them. */
import * as v from 'valibot';

const way = v.object({
  switches: v.pipe(
    v.array(v.string()),
    v.description('Other ways to count; none: as the report does.'),
  ),
  value: v.nullable(v.number()),
  issues: v.pipe(v.array(v.string()), v.description('Those that count otherwise.')),
  settings: v.pipe(
    v.nullable(v.record(v.string(), v.unknown())),
    v.description('Settings that count so; null where none say it.'),
  ),
});

export const EXPECTED = v.object({
  report: v.string(),
  figure: v.pipe(v.string(), v.description('Its key.')),
  name: v.string(),
  asOf: v.string(),
  value: v.nullable(v.number()),
  expected: v.number(),
  found: v.pipe(
    v.array(way),
    v.description('The fewest switches first; none has more than it needs.'),
  ),
  nearest: v.pipe(v.nullable(way), v.description('Where nothing gives the number.')),
  jira: v.optional(
    v.pipe(
      v.object({
        list: v.string(),
        issues: v.array(v.string()),
        onlyJira: v.array(v.string()),
        onlyOurs: v.array(v.string()),
      }),
      v.description(
        "The list of Jira's own Sprint Report; absent where there is none, or Jira does not give it.",
      ),
    ),
  ),
  doubts: v.array(v.string()),
  story: v.string(),
});

export type ExpectedAnswer = v.InferOutput<typeof EXPECTED>;
