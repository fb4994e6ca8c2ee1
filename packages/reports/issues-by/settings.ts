/**
 * The settings of the reports 'Issues By': which field, and the done rule. A field that there is not reads as the
 * first one of the menu.
 */

import type { SettingsSchema } from '../report.ts';
import { type DoneSettings, readDone, storedDone } from '../shared/done-settings.ts';
import { readStored } from '../shared/stored.ts';
import { readerOf } from './fields.ts';

export interface IssuesBySettings extends DoneSettings {
  /** As in the menu: 'assignee', 'Time to resolution', 'customfield_10050'. */
  readonly field: string;
  /** What the field is called. */
  readonly label: string;
}

const VERSION = 1;
const FIRST = { field: 'project', label: 'Project' };

export const issuesBySettings: SettingsSchema<IssuesBySettings> = {
  defaults: { ...FIRST, done: null },
  parse(stored) {
    const read = readStored(stored);
    const field = read.value('field', parseField, FIRST.field);
    const value: IssuesBySettings = {
      field,
      label: read.text('label', '', 255) || (field === FIRST.field ? FIRST.label : field),
      done: readDone(read),
    };
    return { value, problems: read.problems };
  },
  serialize: ({ field, label, done }) => ({ version: VERSION, field, label, ...storedDone(done) }),
};

function parseField(raw: unknown): string | undefined {
  return typeof raw === 'string' && readerOf(raw) !== null ? raw : undefined;
}
