import * as v from 'valibot';
import { maybe } from './parse.ts';

/** The time tracking part is missing where time tracking is off. */
export const WireConfiguration = v.object({
  timeTrackingEnabled: maybe(v.boolean()),
  timeTrackingConfiguration: maybe(
    v.object({ workingHoursPerDay: maybe(v.number()), workingDaysPerWeek: maybe(v.number()) }),
  ),
});
export type WireConfiguration = v.InferOutput<typeof WireConfiguration>;
