import type { SpecialFields } from '@tallyboard/core/model/field.ts';
import { NO_REQUIREMENT, type Requirement } from '@tallyboard/core/model/requirement.ts';
import { ALL_PARTS, fieldsOf, isVolatile } from '@tallyboard/jira/fields.ts';
import type { Flavour } from '@tallyboard/jira/flavour.ts';

/** What the gadgets group and sum by. On a dashboard each reads it with its own, so that it travels once for all. */
const PARTS = ALL_PARTS.filter(part => !isVolatile(part));

export const GADGET_REQUIREMENT: Requirement = { ...NO_REQUIREMENT, parts: PARTS };

export function gadgetFields(special: SpecialFields, flavour: Flavour): readonly string[] {
  return fieldsOf(GADGET_REQUIREMENT, special, flavour);
}
