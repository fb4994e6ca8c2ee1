import { beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../store/store.ts';
import { openStore } from '../store/testing/open-store.ts';
import { now, smallSite, zone } from '../store/testing/small-site.ts';
import { JqlError } from './api.ts';
import { parseQuery } from './parse.ts';

const operators =
  "The valid operators are '=', '!=', '<', '>', '<=', '>=', '~', '!~', 'IN', 'NOT IN', 'IS' and 'IS NOT'.";

const syntax: [string, string][] = [
  ['summary query', `Expecting operator but got 'query'. ${operators} (line 1, character 9)`],
  ['summary', `Expecting operator before the end of the query. ${operators}`],
  ['status ! b', `Expecting operator but got '!'. ${operators} (line 1, character 8)`],
  ['a like b', `Expecting operator but got 'like'. ${operators} (line 1, character 3)`],
  ['status =', 'Expecting either a value, list or function before the end of the query.'],
  [
    'status = !',
    "Expecting either a value, list or function but got '!'. You must surround '!' in quotation marks to use it as a value. (line 1, character 10)",
  ],
  [
    'a == b',
    "Expecting either a value, list or function but got '='. You must surround '=' in quotation marks to use it as a value. (line 1, character 4)",
  ],
  [
    'a <> b',
    "Expecting either a value, list or function but got '>'. You must surround '>' in quotation marks to use it as a value. (line 1, character 4)",
  ],
  ['a = b c', "Expecting either 'OR' or 'AND' but got 'c'. (line 1, character 7)"],
  ['status changed foo', "Expecting either 'OR' or 'AND' but got 'foo'. (line 1, character 16)"],
  [
    'asc = b',
    "Expecting a field name but got 'asc'. You must surround 'asc' in quotation marks to use it as a field name. (line 1, character 1)",
  ],
  ['a = b and', 'Expecting a field name at the end of the query.'],
  ['a = b order by', 'Expecting a field name at the end of the query.'],
  ['[ = x', "Expecting a field name but got '['. Did you mean 'cf['? (line 1, character 1)"],
  ['(a = b', "Expecting ')' before the end of the query."],
  ['a in (b', "Expecting ')' before the end of the query."],
  ['a in (b ! c)', "Expecting ')' or ',' but got '!'. (line 1, character 9)"],
  ['a in (b c)', "Expecting ',' but got 'c'. (line 1, character 9)"],
  ['a not is b', "Expecting 'IN' but got 'is'. (line 1, character 7)"],
  ['a = b order summary', "Expecting 'by' but got 'summary'. (line 1, character 13)"],
  [
    'a = b order by c blah',
    "Expecting either 'ASC' or 'DESC' but got 'blah'. (line 1, character 18)",
  ],
  [
    'for = 1',
    "'for' is a reserved JQL word. You must surround it in quotation marks to use it in a query. (line 1, character 1)",
  ],
  [
    'a = for',
    "'for' is a reserved JQL word. You must surround it in quotation marks to use it in a query. (line 1, character 5)",
  ],
  [
    'a = {',
    "The character '{' is a reserved JQL character. You must enclose it in a string or use the escape '\\u007b' instead. (line 1, character 5)",
  ],
  ['a = "test word', "The quoted string 'test word' has not been completed. (line 1, character 5)"],
  ['a = "', 'The quoted string has not been completed. (line 1, character 5)'],
  [
    'a = "\\un"',
    "'\\un' is an illegal JQL escape sequence. The valid escape sequences are \\', \\\", \\t, \\n, \\r, \\\\, '\\ ' and \\uXXXX. (line 1, character 6)",
  ],
  ['"" = b', 'A field name cannot be empty.'],
  ['a = ""()', 'A function name cannot be empty.'],
  ['cf = b', "Expecting '[' but got '='. (line 1, character 4)"],
  ['(a = b ! c', "Expecting ')' but got '!'. (line 1, character 8)"],
  ['a was', 'Expecting either a value, list or function before the end of the query.'],
  ['a = f(,)', 'Function argument must be specified. (line 1, character 7)'],
  ['a = b AND\n  c d', `Expecting operator but got 'd'. ${operators} (line 2, character 5)`],
];

const semantic: [string, string | string[]][] = [
  ['foo = 1', "Field 'foo' does not exist or you do not have permission to view it."],
  ['cf[99999] = 1', "Field 'cf[99999]' does not exist or you do not have permission to view it."],
  [
    'issue.property[x].y = 1',
    "Field 'issue.property' does not exist or you do not have permission to view it.",
  ],
  ['project = INVALID', "The value 'INVALID' does not exist for the field 'project'."],
  ['project = 123', "A value with ID '123' does not exist for the field 'project'."],
  ['status in (Done, Gone)', "The value 'Gone' does not exist for the field 'status'."],
  ['assignee = nobody', "The value 'nobody' does not exist for the field 'assignee'."],
  ['Team = Green', "The option 'Green' for field 'Team' does not exist."],
  [
    'Sprint = "Sprint 9"',
    "Sprint with name 'Sprint 9' does not exist or you do not have permission to view it.",
  ],
  ['key = APP-99', "An issue with key 'APP-99' does not exist for field 'key'."],
  ['key = rubbish', "The issue key 'rubbish' for field 'key' is invalid."],
  ['summary = x', "The operator '=' is not supported by the 'summary' field."],
  ['status ~ x', "The operator '~' is not supported by the 'status' field."],
  ['text !~ x', "The operator '!~' is not supported by the 'text' field."],
  ['created = EMPTY', "The field 'created' does not support searching for EMPTY values."],
  ['status > Done', "The operator '>' is not supported by the 'status' field."],
  [
    '"Time to resolution" < breached()',
    "The operator '<' is not supported by the function 'breached' for the field 'Time to resolution'. Use = or !=.",
  ],
  [
    '"Time to resolution" != remaining("2h")',
    "The operator '!=' is not supported by the function 'remaining' for the field 'Time to resolution'. Use <, <=, > or >=.",
  ],
  ['summary ~ ""', "The field 'summary' does not support searching for an empty string."],
  ['text ~ "AND"', "Unable to parse the text 'AND' for field 'text'."],
  ['summary ~ "?x"', "The text query '?x' for field 'summary' is not allowed to start with '?'."],
  [
    'votes = many',
    "Value 'many' is invalid for the 'votes' field. Votes must be a positive whole number.",
  ],
  ['"Story Points" > big', "Value 'big' for the 'Story Points' field is not a valid number."],
  [
    'timespent > soon',
    "The value 'soon' for field 'timespent' is invalid. Please specify a positive duration format; for example: '1h 30m', '2d'.",
  ],
  [
    'created > 2026-02-31',
    "Date value '2026-02-31' for field 'created' is invalid. Valid formats include: 'yyyy/MM/dd HH:mm', 'yyyy-MM-dd HH:mm', 'yyyy/MM/dd', 'yyyy-MM-dd', or a period format e.g. '-5d', '4w 2d'.",
  ],
  [
    'due > soon',
    "Date value 'soon' for field 'due' is invalid. Valid formats include: 'yyyy/MM/dd', 'yyyy-MM-dd', or a period format e.g. '-5d', '4w 2d'.",
  ],
  [
    'created > startOfDay(x)',
    "Duration for function 'startOfDay' should have the format (+/-)n(yMwdm), e.g -1M for 1 month earlier.",
  ],
  ['created > foo()', "Unable to find JQL function 'foo()'."],
  ['created > now(1)', "Function 'now' expected '0' arguments but received '1'."],
  [
    'Sprint = openSprints()',
    "Operator '=' does not support the list value 'openSprints()' for field 'Sprint'.",
  ],
  ['status in Done', "Expecting '(' before the end of the query."],
  [
    'created = currentUser()',
    "A value provided by the function 'currentUser' is invalid for the field 'created'.",
  ],
  [
    'assignee in membersOf(x)',
    "Function 'membersOf' can not generate a list of usernames for group 'x'; the group does not exist.",
  ],
  ['summary was x', "History searches do not support the 'summary' field."],
  [
    'status was Done during (2026-01-01)',
    'The DURING predicate must be supplied with exactly 2 date values.',
  ],
  [
    'status was Done before (2026-01-01, 2026-01-02)',
    'The BEFORE predicate must be supplied with only 1 date value.',
  ],
  [
    'status changed after currentUser()',
    "A date for the predicate 'after' provided by the function 'currentUser' is not valid.",
  ],
  [
    'status changed after soon',
    "Date value 'soon' for predicate 'after' is invalid. Valid formats include: 'yyyy/MM/dd HH:mm', 'yyyy-MM-dd HH:mm', 'yyyy/MM/dd', 'yyyy-MM-dd', or a period format e.g. '-5d', '4w 2d'.",
  ],
  ['filter = 9', "A value with ID '9' does not exist for the field 'filter'."],
  [
    'filter = Loop',
    "Field 'filter' with value 'Loop' matches filter 'Loop' and causes a cyclical reference, this query can not be executed and should be edited.",
  ],
  ['order by description', "Field 'description' does not support sorting."],
  ['order by bogus', "Not able to sort using field 'bogus'."],
  [
    'order by key, status, type, priority, created, updated, due, labels',
    'JQL can be ordered by at most 7 fields.',
  ],
  [
    'foo = 1 AND status = Gone',
    [
      "Field 'foo' does not exist or you do not have permission to view it.",
      "The value 'Gone' does not exist for the field 'status'.",
    ],
  ],
];

function messagesOf(run: () => unknown): string[] {
  try {
    run();
  } catch (error) {
    if (error instanceof JqlError) return error.messages;
    throw error;
  }
  return [];
}

describe('syntax errors', () => {
  it.each(syntax)('%s', (jql, expected) => {
    expect(messagesOf(() => parseQuery(jql))).toEqual([`Error in the JQL Query: ${expected}`]);
  });
});

describe('semantic errors', () => {
  let store: Store;
  beforeAll(async () => {
    store = await openStore({ memory: true });
    await store.ingest(smallSite());
    return () => store.close();
  });
  const viewer = { userId: 'acc:ana', zone };

  it.each(semantic)('%s', async (jql, expected) => {
    const { errors } = await store.jql.parse(jql, { viewer, now });
    const plain = errors.map(message => message.replace('Error in the JQL Query: ', ''));
    expect(plain).toEqual([expected].flat());
  });

  it('a search throws all errors at once', async () => {
    const search = store.jql.search({ jql: 'foo = 1 AND bar = 2', viewer, now });
    await expect(search).rejects.toMatchObject({
      name: 'JqlError',
      messages: [expect.stringContaining("'foo'"), expect.stringContaining("'bar'")],
    });
  });

  it('returns the structure of a query; an unrestricted one can be refused', async () => {
    const jql =
      'status was "In Progress" by currentUser() AND NOT "Story Points" > 3 ORDER BY created';
    expect(await store.jql.parse(jql, { viewer, now })).toMatchInlineSnapshot(`
      {
        "errors": [],
        "query": "status was "In Progress" by currentUser() AND NOT "Story Points" > 3 ORDER BY created",
        "structure": {
          "orderBy": {
            "fields": [
              {
                "field": {
                  "encodedName": "created",
                  "name": "created",
                },
              },
            ],
          },
          "where": {
            "clauses": [
              {
                "field": {
                  "encodedName": "status",
                  "name": "status",
                },
                "operand": {
                  "encodedValue": ""In Progress"",
                  "value": "In Progress",
                },
                "operator": "was",
                "predicates": [
                  {
                    "operand": {
                      "arguments": [],
                      "encodedOperand": "currentUser()",
                      "function": "currentUser",
                    },
                    "operator": "by",
                  },
                ],
              },
              {
                "clauses": [
                  {
                    "field": {
                      "encodedName": ""Story Points"",
                      "name": "Story Points",
                    },
                    "operand": {
                      "encodedValue": "3",
                      "value": "3",
                    },
                    "operator": ">",
                  },
                ],
                "operator": "not",
              },
            ],
            "operator": "and",
          },
        },
        "warnings": [],
      }
    `);
    const unbounded = store.jql.count({ jql: 'ORDER BY created', viewer, now, restricted: true });
    await expect(unbounded).rejects.toThrow('Unbounded JQL queries are not allowed here.');
    const lenient = await store.jql.parse('status = Gone', { viewer, now, validation: 'warn' });
    expect(lenient).toMatchObject({
      errors: [],
      warnings: ["The value 'Gone' does not exist for the field 'status'."],
    });
  });

  it('lists fields, functions and values for a JQL editor', async () => {
    const data = await store.jql.autocomplete();
    const points = data.visibleFieldNames.find(field => field.cfid === 'cf[10030]');
    expect(points).toEqual({
      value: '"Story Points[Number]"',
      displayName: 'Story Points - cf[10030]',
      cfid: 'cf[10030]',
      operators: ['=', '!=', 'in', 'not in', 'is', 'is not', '<', '<=', '>', '>='],
      types: ['java.lang.Number'],
      orderable: 'true',
      searchable: 'true',
    });
    expect(data.visibleFunctionNames.find(one => one.value === 'openSprints()')).toMatchObject({
      isList: 'true',
    });
    expect(data.jqlReservedWords).toContain('order');
    expect(await store.jql.suggestions('status', 'in')).toEqual([
      { value: '"In Progress"', displayName: '<b>In</b> Progress' },
    ]);
    expect(await store.jql.suggestions('assignee', 'roy')).toEqual([
      { value: '"acc:ana"', displayName: 'Ana Roy' },
    ]);
    expect(await store.jql.suggestions('labels', 'mo')).toEqual([
      { value: 'money', displayName: '<b>mo</b>ney' },
    ]);
    expect(await store.jql.suggestions('labels', 'ro')).toEqual([
      { value: 'Roadmap', displayName: '<b>Ro</b>admap' },
    ]);
    expect(await store.issues.labels()).toEqual(['money', 'Roadmap']);
    expect(await store.jql.suggestions('Team', 'bl')).toEqual([
      { value: 'Blue', displayName: '<b>Bl</b>ue' },
    ]);
  });
});
