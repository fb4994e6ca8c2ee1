import { describe, expect, test } from 'vitest';
import { findAllowed, readAddress } from './allowed-calls.ts';

const verdict = (method: string, url: string): string => {
  const address = readAddress(url);
  if (!address) return 'no address';
  return findAllowed(method, address.path) ? 'forwarded' : 'not listed';
};

describe('forwards reads of the client', () => {
  test.each([
    ['GET', '/rest/api/2/myself'],
    ['POST', '/rest/api/3/search/jql'],
    ['GET', '/rest/api/2/issue/OPS-1?fields=summary%2Cstatus&expand=changelog'],
    ['GET', '/rest/api/2/issue/10230/changelog?startAt=0'],
    ['GET', '/rest/api/2/project/OPS_2/version'],
  ])('%s %s', (method, url) => expect(verdict(method, url)).toBe('forwarded'));
});

describe('does not forward other calls', () => {
  test.each([
    // What the token of an administrator could do
    ['DELETE', '/rest/api/3/issue/OPS-1'],
    ['PUT', '/rest/api/3/issue/OPS-1'],
    ['POST', '/rest/api/3/issue'],
    ['GET', '/rest/api/3/issue/OPS-1/comment'],
    ['GET', '/rest/api/3/attachment/content/10000'],
    ['GET', '/rest/api/3/user/search'],
    ['GET', '/rest/api/3/users/search'],
    ['POST', '/rest/api/3/user'],
    ['GET', '/rest/api/3/auditing/record'],
    ['GET', '/rest/api/2/applicationrole'],
    ['POST', '/rest/api/3/webhook'],
    ['GET', '/rest/auth/1/session'],
    ['GET', '/rest/pat/latest/tokens'],
    ['POST', '/rest/pat/latest/tokens'],
    ['GET', '/secure/admin/ViewApplicationProperties.jspa'],
    // Planning
    ['PUT', '/rest/api/2/issue/OPS-1/assignee'],
    ['PUT', '/rest/api/3/issue/OPS-1/assignee'],
    ['PUT', '/rest/agile/1.0/issue/rank'],
    ['PUT', '/rest/agile/1.0/issue/OPS-1/estimation'],
    ['POST', '/rest/agile/1.0/sprint'],
    ['POST', '/rest/agile/1.0/sprint/7/issue'],
    ['POST', '/rest/agile/1.0/backlog/84/issue'],
    // Other methods of listed paths
    ['POST', '/rest/api/2/myself'],
    ['DELETE', '/rest/agile/1.0/sprint/7'],
    ['PUT', '/rest/agile/1.0/sprint/7'],
    ['get', '/rest/api/2/myself'],
    ['HEAD', '/rest/api/2/myself'],
    ['TRACE', '/rest/api/2/myself'],
    ['CONNECT', '/rest/api/2/myself'],
    // Parts of a listed path, or more than it
    ['GET', '/rest/api/2/issue'],
    ['GET', '/rest/api/2/issue/OPS-1/editmeta'],
    ['GET', '/rest/api/2/filter/10000abc'],
    ['GET', '/rest/api/2/myself/x'],
    ['GET', '/REST/api/2/myself'],
    ['GET', '/rest/api/latest/myself'],
    ['GET', '/jira/rest/api/2/myself'],
    // Stored on this server
    ['GET', '/rest/api/2/dashboard'],
    ['PUT', '/rest/atlassian-connect/1/addons/com.tallyboard.reports/properties/x'],
  ])('%s %s', (method, url) => expect(verdict(method, url)).toBe('not listed'));
});

describe('refuses ambiguous addresses', () => {
  test.each([
    '/rest/api/2/issue/../../../secure/admin',
    '/rest/api/2/issue/./OPS-1',
    '/rest/api/2/issue/%2e%2e/myself',
    '/rest/api/2/issue/%2E%2E%2Fmyself',
    '/rest/api/2/issue/..%2fmyself',
    '/rest/api/2/issue/OPS-1%2fcomment',
    '/rest/api/2/issue/OPS-1%5ccomment',
    '/rest/api/2/issue/OPS-1\\comment',
    '/rest/api/2/issue/%252e%252e/myself',
    '/rest/api/2/issue/OPS-1;/../../x',
    '/rest/api/2/issue/OPS-1;jsessionid=1',
    '/rest/api/2/issue/OPS-1%00',
    '//evil.example/rest/api/2/myself',
    '/rest//api/2/myself',
    '/rest/api/2/myself/',
    '/rest/api/2/%6dyself',
    'http://evil.example/rest/api/2/myself',
    '@evil.example/rest/api/2/myself',
    '.evil.example/rest/api/2/myself',
    '*',
    '',
    '/rest/api/2/myself#x',
    '/rest/api/2/myself?x=1#y',
    '/rest/api/2/myself?x=\r\nX-Evil: 1',
    '/rest/api/2/myself?x= y',
    '/rest/api/2/myself?x=\u00fc',
    `/rest/api/2/myself?x=${'a'.repeat(20_000)}`,
  ])('%j', url => expect(verdict('GET', url)).toBe('no address'));
});
