/** Answers that "Search syntax for text fields" in Atlassian's documentation settles, on both databases. */

import { describe, expect, it } from 'vitest';
import type { Store } from '../store/store.ts';
import { onBothEngines } from '../store/testing/engines.ts';
import { now, zone } from '../store/testing/small-site.ts';

const SUMMARIES = [
  'Crash on login page (OAuth)',
  'Zażółć café',
  'Login form is slow',
  'The export dialog was customized for customers',
  'VSX will crash',
  'VSX will not crash',
  'Windows 95 and WindowsNT drivers',
  'Foam in the roams of a text test',
  'Atlassian tools for every Jira team',
  'Jira Software',
  'Jira is the best software',
  '日本語のログイン画面',
  '修复登录页面的错误',
  '로그인 화면 오류',
  'java.lang.NullPointerException in user-name lookup',
  'हिन्दी खोज',
] as const;

/** Query, and the numbers of the issues. */
const QUERIES: readonly (readonly [text: string, numbers: readonly number[]])[] = [
  // Terms are joined by AND, in any case and order.
  ['login', [1, 3]],
  ['LOGIN', [1, 3]],
  ['login crash', [1]],
  ['crash login', [1]],
  ['login AND crash', [1]],
  ['login && crash', [1]],
  ['login café', []],
  // OR
  ['crash OR café', [1, 2, 5, 6]],
  ['crash || café', [1, 2, 5, 6]],
  ['crash OR oauth', [1, 5, 6]],
  ['slow OR café OR oauth', [1, 2, 3]],
  ['oauth OR nothing', [1]],
  // NOT, - and !
  ['login NOT crash', [3]],
  ['login -crash', [3]],
  ['login !crash', [3]],
  ['login AND NOT crash', [3]],
  ['login - crash', [3]],
  ['crash -login', [5, 6]],
  ['login -"login form"', [1]],
  // Not with one term alone.
  ['NOT login', []],
  ['-login', []],
  // + requires a term.
  ['+login', [1, 3]],
  ['+login +crash', [1]],
  ['+crash login', [1]],
  // Groups
  ['(crash OR café) AND oauth', [1]],
  ['(login OR vsx) AND crash', [1, 5, 6]],
  ['(login OR vsx) -crash', [3]],
  ['login AND (slow OR oauth)', [1, 3]],
  ['login NOT (slow OR oauth)', []],
  ['((login))', [1, 3]],
  // Phrases are exact.
  ['"jira software"', [10]],
  ['jira software', [10, 11]],
  ['"login page"', [1]],
  ['"page login"', []],
  ['"login form" OR "jira software"', [3, 10]],
  ['"VSX will crash"', [5]],
  // Reserved words are not searched for.
  ['VSX will crash', [5, 6]],
  ['the export', [4]],
  ['login is slow', [3]],
  // Proximity
  ['"atlassian jira"~10', [9]],
  ['"atlassian jira"~3', [9]],
  ['"atlassian jira"~2', []],
  ['"jira atlassian"~10', [9]],
  ['"login oauth"~1', [1]],
  ['"crash oauth"~3 OR café', [1, 2]],
  // Wildcards
  ['te?t', [8]],
  ['tes*', [8]],
  ['te*t', [8]],
  ['win*', [7]],
  ['wind*nt', [7]],
  ['windo?s', [7]],
  ['windows*', [7]],
  ['log* -cra*', [3]],
  // Similar words
  ['roam~', [8]],
  ['caf~', [2]],
  // Weights change the order only.
  ['jira^4 software', [10, 11]],
  // Word stems
  ['customize', [4]],
  ['customer', [4]],
  ['crashes', [1, 5, 6]],
  ['crashing', [1, 5, 6]],
  ['driver', [7]],
  // Reserved characters are escaped.
  ['\\(oauth\\)', [1]],
  ['user\\-name', [15]],
  ['user-name', [15]],
  ['nullpointerexception', [15]],
  // Accents count.
  ['cafe', []],
  ['zażółć', [2]],
  // Chinese, Japanese, Korean; marks are parts of words.
  ['画面', [12]],
  ['ログイン', [12]],
  ['日本語', [12]],
  ['登录', [13]],
  ['登录 错误', [13]],
  ['登陆', []],
  ['画面 OR 错误', [12, 13]],
  ['页面 -登录', []],
  ['ログ*', [12]],
  ['로그인', [14]],
  ['로그인 오류', [14]],
  ['로그*', [14]],
  ['हिन्दी', [16]],
  ['हिन', []],
];

const REJECTED = [
  'AND',
  'login AND',
  'OR login',
  '(login',
  'login)',
  '"login',
  'login NOT',
  '[a TO b]',
];

const viewer = { userId: 'acc:ana', zone };

async function keysOf(store: Store, jql: string): Promise<string[]> {
  const { ids } = await store.jql.search({ jql, viewer, now });
  return (await store.issues.documents(ids)).map(({ key }) => key);
}

onBothEngines('text search', open => {
  const filled = async () => {
    const store = await open();
    await store.ingest(
      SUMMARIES.map((summary, at) => ({
        kind: 'issue' as const,
        value: {
          id: String(at + 1),
          key: `T-${at + 1}`,
          fields: { summary, created: '2026-03-02T09:00:00.000+0000' },
        },
      })),
    );
    return store;
  };

  it('finds what the documentation says', async () => {
    const store = await filled();
    const found: Record<string, readonly number[]> = {};
    for (const [text] of QUERIES) {
      const keys = await keysOf(store, `summary ~ "${text.replaceAll(/["\\]/g, '\\$&')}"`);
      found[text] = keys.map(key => Number(key.slice(2))).sort((a, b) => a - b);
    }
    expect(found).toEqual(Object.fromEntries(QUERIES));
  });

  it('rejects what Jira cannot read', async () => {
    const store = await filled();
    for (const text of REJECTED)
      await expect(keysOf(store, `summary ~ "${text.replaceAll('"', '\\"')}"`)).rejects.toThrow(
        `Unable to parse the text '${text}' for field 'summary'.`,
      );
    for (const text of ['?est', '*est', 'login (*est)'])
      await expect(keysOf(store, `summary ~ "${text}"`)).rejects.toThrow(
        /is not allowed to start with '[?*]'/,
      );
  });
});

describe('the documentation', () => {
  it('settles at least 60 queries', () => expect(QUERIES.length).toBeGreaterThanOrEqual(60));
});
