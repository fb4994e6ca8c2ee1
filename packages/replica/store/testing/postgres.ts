import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { postgresEngineOn } from '@tallyboard/database/postgres/engine.ts';
import { PGliteDialect, sql } from 'kysely';
import { openEngine } from '../../data/open-engine.ts';
import { type Engine, tables } from '../../data/tables.ts';

/** A PostgreSQL for tests: a private server where its programs are installed, else PGlite. */
export interface TestPostgres {
  kind: 'server' | 'pglite';
  /** A fresh, empty database. */
  engine(): Promise<Engine>;
  /** Address of a fresh, empty database, which other processes reach too; null where there is no server. */
  database(): Promise<string | null>;
  stop(): Promise<void>;
}

function findPrograms(): string | null {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map(version => join(root, version, 'bin')),
    '/usr/bin',
    '/usr/local/bin',
  ];
  return (
    folders.find(
      folder => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
    ) ?? null
  );
}

/** The server refuses to run as root: then it runs as the user that its package made. */
function serverUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return {} as { uid: number; gid: number };
  try {
    const id = (flag: string) =>
      Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return null;
  }
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

async function untilReady(server: ChildProcess, url: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const engine = openEngine({ databaseUrl: url });
    try {
      await sql`select 1`.execute(engine.db);
      return;
    } catch (error) {
      if (server.exitCode !== null || Date.now() > deadline) {
        throw new Error('The private PostgreSQL did not start.', { cause: error });
      }
      await new Promise(resolve => setTimeout(resolve, 100));
    } finally {
      await engine.close();
    }
  }
}

type User = NonNullable<ReturnType<typeof serverUser>>;

function makeFolder(user: User): {
  folder: string;
  settings: User & { cwd: string; stdio: 'ignore' };
} {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-postgres-'));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  return { folder, settings: { ...user, cwd: folder, stdio: 'ignore' } };
}

async function startServer(programs: string, user: User): Promise<TestPostgres> {
  const { folder, settings } = makeFolder(user);
  const data = join(folder, 'data');
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'test', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'],
    settings,
  );
  const port = await freePort();
  const server = spawn(join(programs, 'postgres'), optionsOf(folder, port), settings);
  const url = (name: string) => `postgres://test@127.0.0.1:${port}/${name}`;
  await untilReady(server, url('postgres'));
  let count = 0;
  const database = async () => {
    count += 1;
    const name = `test${count}`;
    execFileSync(
      join(programs, 'createdb'),
      ['-h', '127.0.0.1', '-p', String(port), '-U', 'test', name],
      settings,
    );
    return url(name);
  };
  return {
    kind: 'server',
    database,
    engine: async () => openEngine({ databaseUrl: await database() }),
    async stop() {
      const ended = new Promise(resolve => server.once('exit', resolve));
      server.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Options of a server with its data in `data` of a folder. */
const optionsOf = (folder: string, port: number): string[] => [
  ...['-D', join(folder, 'data'), '-k', folder],
  ...['-h', '127.0.0.1', '-p', String(port)],
  ...['-c', 'fsync=off', '-c', 'max_connections=300'],
];

export function startInProcess(): TestPostgres {
  return {
    kind: 'pglite',
    async engine() {
      const client = await PGlite.create({ parsers: { 20: Number, 1700: Number } });
      return postgresEngineOn(new PGliteDialect({ pglite: client }), tables);
    },
    database: async () => null,
    async stop() {},
  };
}

/** Starts a PostgreSQL; `TALLYBOARD_TEST_POSTGRES=pglite` chooses the one that needs nothing installed. */
export async function startPostgres(): Promise<TestPostgres> {
  const programs = findPrograms();
  const user = serverUser();
  if (!programs || !user || process.env.TALLYBOARD_TEST_POSTGRES === 'pglite')
    return startInProcess();
  return startServer(programs, user);
}

/** A PgBouncer in transaction mode in front of a database; null where it is not installed. */
export async function startPgBouncer(
  databaseUrl: string,
): Promise<{ databaseUrl: string; stop(): Promise<void> } | null> {
  const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find(path => existsSync(path));
  const user = serverUser();
  if (!program || !user) return null;
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-pgbouncer-'));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const { hostname, port, username } = new URL(databaseUrl);
  const own = new URL(databaseUrl);
  own.port = String(await freePort());
  const settings = [
    '[databases]',
    `* = host=${hostname} port=${port} user=${username}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${own.port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 5',
  ];
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, settings.join('\n'));
  const pooler = spawn(program, ['-q', file], { ...user, cwd: folder, stdio: 'ignore' });
  await untilReady(pooler, own.href);
  return {
    databaseUrl: own.href,
    async stop() {
      const ended = new Promise(resolve => pooler.once('exit', resolve));
      pooler.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
