import type { SpecialFields } from '@tallyboard/core/model/field.ts';
import { ALL_PARTS, NO_REQUIREMENT, type Requirement } from '@tallyboard/core/model/requirement.ts';
import { fieldsOf, isVolatile } from '@tallyboard/jira/fields.ts';
import type { Flavour } from '@tallyboard/jira/flavour.ts';

/** The parts that gadgets group and sum by. Each gadget of a dashboard reads all of them, so that they are loaded once. */
const PARTS = ALL_PARTS.filter(part => !isVolatile(part));

export const GADGET_REQUIREMENT: Requirement = { ...NO_REQUIREMENT, parts: PARTS };

export function gadgetFields(special: SpecialFields, flavour: Flavour): readonly string[] {
  return fieldsOf(GADGET_REQUIREMENT, special, flavour);
}
