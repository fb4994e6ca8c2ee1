import { expect, test } from 'vitest';
import type { Field, SpecialFields } from '../model/field.ts';
import type { FieldId } from '../model/ids.ts';
import { groupableFields } from './groupable-fields.ts';

const NONE: SpecialFields = {
  storyPoints: [],
  storyPointEstimate: [],
  sprint: [],
  epicLink: [],
  epicName: [],
  team: [],
  flagged: [],
  sla: [],
};

const field = (id: string, name: string): Field => ({
  id: id as FieldId,
  name,
  custom: true,
  type: 'string',
  items: null,
  customType: null,
});

test('fields whose names are not known are not offered', () => {
  const fields = [field('customfield_1', 'Customer'), field('customfield_2', 'customfield_2')];
  expect(groupableFields(fields, NONE).map(({ name }) => name)).toEqual(['Customer']);
});
