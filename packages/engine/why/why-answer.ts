import type { Explanation } from './explain-figure.ts';
import type { WhyAnswer } from './why-schema.ts';

interface Head
  extends Pick<WhyAnswer, 'report' | 'figure' | 'since' | 'against' | 'asOf' | 'story'> {
  readonly reasons: readonly string[];
}

export const whyAnswer = (found: Explanation, { reasons, story, ...head }: Head): WhyAnswer => ({
  ...head,
  name: found.name,
  before: found.before,
  after: found.after,
  change: found.change,
  ...(found.window && { window: { part: found.window.part } }),
  causes: found.causes.map(({ at, issues, ...cause }) => ({
    at: at === null ? null : new Date(at).toISOString(),
    ...cause,
    issues: [...issues],
  })),
  ...(found.order && {
    order: {
      left: { ...found.order.left },
      joined: { ...found.order.joined },
      changed: found.order.changed,
      neighbours: [...found.order.neighbours],
    },
  }),
  groups: found.groups.map(each => ({ ...each })),
  explained: found.explained,
  doubts: [...reasons, ...found.doubts],
  story,
});
