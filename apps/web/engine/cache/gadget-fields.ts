import type { SpecialFields } from '@tallyboard/core/model/field.ts';
import { NO_REQUIREMENT, type Requirement } from '@tallyboard/core/model/requirement.ts';
import { fieldsOf } from '@tallyboard/jira/fields.ts';
import type { Flavour } from '@tallyboard/jira/flavour.ts';

/** What the gadgets group and sum by. On a dashboard each reads it with its own, so that it travels once for all. */
const PARTS: Requirement['parts'] = [
  'people',
  'priority',
  'due',
  'labels',
  'components',
  'fixVersions',
  'sprints',
  'parent',
  'team',
  'flagged',
  'links',
  'points',
  'time',
];

export const GADGET_REQUIREMENT: Requirement = { ...NO_REQUIREMENT, parts: PARTS };

export function gadgetFields(special: SpecialFields, flavour: Flavour): readonly string[] {
  return fieldsOf(GADGET_REQUIREMENT, special, flavour);
}
