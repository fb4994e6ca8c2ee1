import { expect, test } from 'vitest';
import { describeJqlErrors } from './error-place.ts';

test.each([
  [
    "Error in the JQL Query: '=' is a reserved character. (line 1, character 9)",
    'project = = X',
    8,
  ],
  ['Expecting operator before the end of the query. (line 2, character 4)', 'a = 1 AND\nfoo', 13],
  [
    "Expecting operator before the end of the query. The valid operators are '=', '!=' and 'IN'.",
    'project = X AND summary ',
    24,
  ],
  ['Expecting a field name at the end of the query.', 'a = 1 AND', 9],
  ["Field 'stauts' does not exist or you do not have permission to view it.", 'stauts = Done', 0],
  ["The value 'Nobody' does not exist for the field 'assignee'.", 'assignee = "Nobody"', 12],
  ['Something else went wrong.', 'project = X', null],
  ['Far away (line 1, character 99)', 'project = X', null],
])('%s', (error, jql, at) => {
  expect(describeJqlErrors([error], jql)).toEqual({ errors: [error], at });
});
