import { afterEach, describe, expect, test, vi } from 'vitest';
import { parseSettings, readLogLevel } from './settings.ts';
import { startError } from './start-error.ts';
import { storePlace } from './store-place.ts';

test('settings have defaults', () => {
  expect(parseSettings([])).toMatchObject({
    port: 8080,
    host: 'localhost',
    dataDir: 'data',
    flavour: 'cloud',
    demo: { size: 3000 },
    faults: { latencyMs: 0, errorRate: 0, rateLimit: 0, dropRate: 0, truncateRate: 0 },
    site: null,
    publicUrl: null,
    newCredential: false,
    requireToken: null,
    connect: false,
    contextPath: '',
  });
});

test('a real Jira has its own data folder and no demo', () => {
  const read = (args: string) => parseSettings(args.split(' '));
  const site = '--site https://example.atlassian.net/';
  expect(read(site)).toMatchObject({
    site: 'https://example.atlassian.net',
    dataDir: 'data/example.atlassian.net',
    demo: null,
  });
  expect(read('--site http://localhost:2990/jira')).toMatchObject({
    site: 'http://localhost:2990/jira',
    dataDir: 'data/localhost-2990-jira',
  });
  expect(read(`${site} --data /x --read-only`)).toMatchObject({ dataDir: '/x' });
  expect(read('--public-url https://Reports.example.com')).toMatchObject({
    publicUrl: new URL('https://reports.example.com'),
  });
});

test('settings are read', () => {
  const args =
    '--port 0 --data /x --host 0.0.0.0 --no-demo --flavour data-center --latency 5 --error-rate 0.5 --drop-rate 0.1 --truncate-rate 1';
  expect(parseSettings(args.split(' '))).toMatchObject({
    port: 0,
    dataDir: '/x',
    demo: null,
    flavour: 'data-center',
    faults: { latencyMs: 5, errorRate: 0.5, dropRate: 0.1, truncateRate: 1 },
  });
  expect(parseSettings(['--help'])).toBe('help');
});

test.each([
  [['--port', 'x'], "--port is a whole number from 0 to 65535, not 'x'."],
  [['--error-rate', '2'], "--error-rate is a number from 0 to 1, not '2'."],
  [['--truncate-rate', 'all'], "--truncate-rate is a number from 0 to 1, not 'all'."],
  [['--context-path', 'jira'], "--context-path is a path such as /jira, not 'jira'."],
  [['--flavour', 'server'], "--flavour is 'cloud' or 'data-center', not 'server'."],
  [['--site', 'example.atlassian.net'], /--site is an address such as/],
  [['--site', 'ftp://example.com'], /--site is an address/],
  [['--site', 'https://me:secret@example.com'], /--site is an address/],
  [['--site', 'https://example.com/jira?x=1'], /--site is an address/],
  [['--public-url', 'https://example.com/below'], /--public-url is an address without a path/],
  [['--require-token', ''], '--require-token is empty.'],
  [['--resume'], '--resume needs --site.'],
  [['--new-credential', '--no-demo'], '--new-credential needs --site.'],
  [['--demo-size', '1e9'], "--demo-size is a whole number from 1 to 200000, not '1e9'."],
  [['--prot', '1'], /Unknown option '--prot'\. --help lists what there is\./],
])('%j is refused in plain words', (args, message) => {
  expect(() => parseSettings(args)).toThrow(message);
});

test('a level of the log that is not one is refused', () => {
  expect([readLogLevel('warn'), readLogLevel('')]).toEqual(['warn', null]);
  expect(() => readLogLevel('loud')).toThrow("TALLYBOARD_LOG is debug, info or warn, not 'loud'.");
});

const place = { port: 8080, host: 'localhost', dataDir: './data' };
const failure = (code: string, message = code) => Object.assign(new Error(message), { code });

test.each([
  [failure('EADDRINUSE'), /Port 8080 is taken.*--port 8081/],
  [failure('EACCES', 'listen EACCES'), /no permission to use port/],
  [failure('EACCES', 'mkdir EACCES'), /'\.\/data' cannot be written to/],
  [failure('SQLITE_CANTOPEN'), /cannot be written to/],
  [failure('ENOSPC'), /disk is full/],
  [failure('SQLITE_FULL'), /disk is full/],
  [failure('ENOTDIR'), /is not a folder/],
  // Codes of appendix A of PostgreSQL's manual, and messages of its server and client.
  [
    failure('42501', 'permission denied for schema public'),
    /lacks a right.*schema public.*OWNER TO/,
  ],
  [
    failure('28P01', 'password authentication failed for user "tb"'),
    /refuses its user or password/,
  ],
  [
    failure('28000', 'no pg_hba.conf entry for host "10.0.0.5"'),
    /takes no connection.*10\.0\.0\.5/,
  ],
  [failure('53300', 'too many connections for role "tb"'), /no more connections: too many/],
  [failure('25006'), /can only be read.*primary/],
  [failure('', 'The server does not support SSL connections'), /has no TLS/],
  [new URIError('URI malformed'), /% that is not followed/],
  [failure('SELF_SIGNED_CERT_IN_CHAIN'), /is not trusted \(SELF_.*sslrootcert=FILE/],
  [failure('ERR_TLS_CERT_ALTNAME_INVALID'), /is not trusted \(ERR_TLS_/],
])('%o is told in plain words', (error, message) => {
  expect(startError(error, place)).toMatch(message);
});

describe('an address of a PostgreSQL', () => {
  afterEach(() => vi.unstubAllEnvs());
  const addressOf = (text: string) => {
    vi.stubEnv('DATABASE_URL', text);
    return Object(storePlace('.')).databaseUrl;
  };

  // 'require' and 'prefer' verify as 'verify-full' does, without the driver's warning of later versions.
  test.each([
    ['postgres://a@b/c?sslmode=require', 'postgres://a@b/c?sslmode=verify-full'],
    ['postgres://a@b/c?x=1&sslmode=prefer&y=2', 'postgres://a@b/c?x=1&sslmode=verify-full&y=2'],
    ['postgres://a@b/c?sslmode=', 'postgres://a@b/c?sslmode='],
    ['postgres://a@b/c?sslmode=disable', 'postgres://a@b/c?sslmode=disable'],
    ['postgres://a@b/c?sslmode=no-verify', 'postgres://a@b/c?sslmode=no-verify'],
    ['postgres://a@/c?host=/run', 'postgres://a@/c?host=/run'],
    ['socket:/run?db=c', 'socket:/run?db=c'],
    ['/run c', '/run c'],
    ['postgres://a:b c@d/e', 'postgres://a:b c@d/e'],
  ])('%s is read as %s', (text, address) => {
    expect(addressOf(text)).toBe(address);
  });

  test.each([
    ['mysql://a@b/c', 'is the address of a PostgreSQL'],
    ['postgres://a:b#c@d/e', '# as %23'],
    ['postgres://a:b/c@d/e', '/ as %2F'],
    ['postgres://a@b:1,c:2/d', 'It has one host'],
    [
      'postgres://a@b/c?sslrootcert=/nowhere/ca.pem',
      "sslrootcert of DATABASE_URL is '/nowhere/ca.pem'",
    ],
  ])('%s is refused', (text, message) => {
    expect(() => addressOf(text)).toThrow(message);
  });
});

test('does not explain unexpected errors', () => {
  expect(startError(new TypeError('x'), place)).toBeNull();
});
