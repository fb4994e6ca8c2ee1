/**
 * The settings of the reports 'Issues By': which field, and the done rule. A field that there is not reads as the
 * first one of the menu.
 */

import type { DoneSetting } from '@tallyboard/core/measure/resolution.ts';
import type { SettingsSchema } from '../report.ts';
import { readStored } from '../shared/stored.ts';
import { readerOf } from './fields.ts';

export interface IssuesBySettings {
  /** As in the menu: 'assignee', 'Time to resolution', 'customfield_10050'. */
  readonly field: string;
  /** What the field is called. */
  readonly label: string;
  /** A status of category Done counts as resolved, without a resolution too. */
  readonly statusResolution: boolean;
}

const VERSION = 1;
const FIRST = { field: 'project', label: 'Project' };

export const issuesBySettings: SettingsSchema<IssuesBySettings> = {
  defaults: { ...FIRST, statusResolution: true },
  parse(stored) {
    const read = readStored(stored);
    const field = read.value('field', parseField, FIRST.field);
    const value: IssuesBySettings = {
      field,
      label: read.text('label', '', 255) || (field === FIRST.field ? FIRST.label : field),
      statusResolution: read.flag('statusResolution', true),
    };
    return { value, problems: read.problems };
  },
  serialize: ({ field, label, statusResolution }) => ({
    version: VERSION,
    field,
    label,
    statusResolution,
  }),
};

function parseField(raw: unknown): string | undefined {
  return typeof raw === 'string' && readerOf(raw) !== null ? raw : undefined;
}

export function issuesByDone({ statusResolution }: IssuesBySettings): DoneSetting {
  return { kind: statusResolution ? 'resolution-or-category' : 'resolution' };
}
