import type { Call } from './api.ts';
import { JiraError } from './errors.ts';

const MAX_VALUE = 32_768;

/** Within Jira's limits; `maxKey` differs by resource. */
export function readProperty(call: Call, key: string, maxKey: number): unknown {
  if (key.length > maxKey) {
    throw new JiraError(400, `The property key cannot be longer than ${maxKey} characters.`);
  }
  if (call.body === undefined) throw new JiraError(400, 'The property value cannot be empty.');
  if (JSON.stringify(call.body).length > MAX_VALUE) {
    throw new JiraError(400, `The property value cannot be longer than ${MAX_VALUE} characters.`);
  }
  return call.body;
}
