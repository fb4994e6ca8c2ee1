import type { RollUpRule } from '@tallyboard/core/forest/roll-up.ts';
import { words } from './codec.ts';

/** How estimates of the same work at two levels count. */
export const ROLL_UP_RULES = words({
  'children-else-own': 'What is below, else its own',
  'own-else-children': 'Its own, else what is below',
  children: 'What is below',
  own: 'Its own',
} satisfies Record<RollUpRule, string>);
