import type { Call } from './api.ts';
import { JiraError } from './errors.ts';

const valueMost = 32_768;

/** Within Jira's limits; `maxKey` differs by resource. */
export function readProperty(call: Call, key: string, keyMost: number): unknown {
  if (key.length > keyMost) {
    throw new JiraError(400, `The property key cannot be longer than ${keyMost} characters.`);
  }
  if (call.body === undefined) throw new JiraError(400, 'The property value cannot be empty.');
  if (JSON.stringify(call.body).length > valueMost) {
    throw new JiraError(400, `The property value cannot be longer than ${valueMost} characters.`);
  }
  return call.body;
}
