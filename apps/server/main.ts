import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openStore } from '@tallyboard/server-store/store.ts';
import { keepSegments } from '@tallyboard/service-kit/columns/keep-segments.ts';
import { createSegmentWriter } from '@tallyboard/service-kit/columns/renewal.ts';
import { writeInProcess } from '@tallyboard/service-kit/columns/write-in-process.ts';
import { readDelivery } from '@tallyboard/service-kit/delivery/delivery-settings.ts';
import { refreshDemo } from '@tallyboard/service-kit/demo.ts';
import { readSecretFiles } from '@tallyboard/service-kit/secret-files.ts';
import {
  parseSettings,
  readLogLevel,
  SettingsError,
  type StartSettings,
  usage,
} from '@tallyboard/service-kit/settings.ts';
import { noteServedSite } from '@tallyboard/service-kit/site/served-site.ts';
import { startError } from '@tallyboard/service-kit/start-error.ts';
import { storePlace } from '@tallyboard/service-kit/store-place.ts';
import { versionLine } from '@tallyboard/service-kit/version.ts';
import { authSettings } from './auth-settings.ts';
import { connectSettings } from './connect/settings.ts';
import { parseDsn, parseOrigins } from './error-reports/report.ts';
import { precompress } from './precompress.ts';
import { createServer, type Server } from './server.ts';
import { notifySystemd } from './service-manager.ts';
import { readProxies } from './trusted-proxies.ts';

const webRoot = fileURLToPath(new URL('../web/dist', import.meta.url));

/** Starts the server and runs until a signal stops it. */
export async function main(args: readonly string[]): Promise<void> {
  let settings: StartSettings | 'help' | 'version';
  try {
    settings = parseSettings(args);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return fail(error.message);
  }
  if (settings === 'help' || settings === 'version') {
    process.stdout.write(settings === 'help' ? usage : versionLine());
    return;
  }
  const problem = readSecretFiles(process.env);
  if (problem !== null) return fail(problem);
  try {
    await serve(settings);
  } catch (error) {
    const message = startError(error, settings);
    if (message === null) throw error;
    fail(message);
  }
}

async function serve(settings: StartSettings): Promise<void> {
  const { port, host, flavour, faults, demo, requireToken } = settings;
  // On a terminal warnings only; elsewhere (a service, a container) every request.
  const log = readLogLevel() ?? (process.stderr.isTTY ? 'warn' : 'info');
  // A real Jira answers the queries of its proxy.
  const isolation = settings.site === null ? { queryProcesses: {} } : {};
  const place = storePlace(settings.dataDir);
  const store = await openStore(place, isolation);
  const damage = store.findDamage();
  const {
    TALLYBOARD_TRUSTED_PROXIES: trustedProxies,
    TALLYBOARD_ERROR_REPORTS: reports,
    TALLYBOARD_ERROR_REPORTS_EMBEDDED: embeddedReports,
    TALLYBOARD_ERROR_REPORTS_ORIGINS: origins,
    TALLYBOARD_CONTACT: contact,
    TALLYBOARD_CORS_ORIGINS: corsOrigins,
  } = process.env;
  const { openAccess: access, ...auth } = await authSettings(store, settings, process.env);
  await noteServedSite(store, settings.site);
  let openAccess = access;
  const segmentWriter = createSegmentWriter(signal => writeInProcess(store, place, { signal }));
  const server = await createServer({
    store,
    place,
    webRoot,
    flavour,
    faults,
    log,
    ...auth,
    openAccess: () => openAccess,
    ...connectSettings(settings, process.env),
    contextPath: settings.contextPath,
    segmentWriter,
    keepsReportsReady: true,
    delivery: readDelivery(process.env),
    ...(requireToken !== null && { token: requireToken }),
    ...(trustedProxies && { trustedProxies: readProxies(trustedProxies) }),
    ...(reports && {
      errorReports: {
        target: parseDsn(reports),
        embedded: embeddedReports ? parseDsn(embeddedReports) : undefined,
        origins: origins ? parseOrigins(origins, 'TALLYBOARD_ERROR_REPORTS_ORIGINS') : undefined,
      },
    }),
    ...(contact && { contact }),
    ...(corsOrigins && { corsOrigins: parseOrigins(corsOrigins, 'TALLYBOARD_CORS_ORIGINS') }),
  });
  const stopping = stopOnSignal(server);
  const prepare = async () => {
    if (!demo) return;
    const now = Date.now();
    await refreshDemo(store, { size: demo.size, now, onProgress, signal: stopping });
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  };
  // A large file is checked while the server runs.
  if (await Promise.race([damage, setTimeout(CHECK_MS, null, { ref: false })]))
    throw Object.assign(new Error('damaged'), { code: 'SQLITE_CORRUPT' });
  damage.then(
    found => found && server.health.note({ code: 'SQLITE_CORRUPT', message: found }),
    (error: unknown) => server.health.log(error, 'the database could not be checked'),
  );
  const actual = await server.start({ port, host }, prepare).catch((error: unknown) => {
    // Stopped while the demo was made: the signal handler ends the process.
    if (stopping.aborted) return null;
    throw error;
  });
  if (actual === null) return;
  process.stdout.write(`Tallyboard is ready at ${addressOf(settings.publicUrl, actual)}\n`);
  notifySystemd(process.env);
  if (settings.site === null) {
    const onError = (error: unknown) => server.health.log(error, 'columns could not be written');
    keepSegments({ store, writer: segmentWriter, onError, signal: stopping });
  }
  const watch = () =>
    authSettings(store, settings, process.env).then(
      now => {
        openAccess = now.openAccess;
      },
      (error: unknown) => {
        if (error instanceof SettingsError) fail(error.message);
      },
    );
  // An import or a mirror may begin in the store of an open demo.
  if (!auth.auth) setInterval(watch, HALF_MINUTE_MS).unref();
  const refresh = (size: number) =>
    refreshDemo(store, { size, now: Date.now(), signal: stopping }).catch((error: unknown) => {
      if (!stopping.aborted) server.health.log(error, 'the demo could not be refreshed');
    });
  // The demo is of today.
  if (demo) setInterval(refresh, HOUR_MS, demo.size).unref();
  // After the start: until it is done, files are compressed on the fly.
  await precompress(webRoot);
}

/** For browsers, and behind a proxy also the port. */
const addressOf = (publicUrl: URL | null, port: number): string =>
  publicUrl ? `${publicUrl.origin} (port ${port})` : `http://localhost:${port}`;

/** A start waits so long for the check of the database. */
const CHECK_MS = 1_500;
const HALF_MINUTE_MS = 30_000;
const HOUR_MS = 3_600_000;

function onProgress(landed: number): void {
  if (!process.stderr.isTTY) return;
  process.stderr.write(`\rMaking the demo: ${landed.toLocaleString('en-US')} records\x1b[K`);
}

/** A terminal and a launcher may both send the signal of one Ctrl-C. */
const SAME_SIGNAL_MS = 1_000;

/** Calls in flight end first. A second signal exits at once: acknowledged writes are on disk already. */
function stopOnSignal(server: Server): AbortSignal {
  const stopping = new AbortController();
  let firstMs = 0;
  const stop = () => {
    const now = performance.now();
    if (!stopping.signal.aborted) firstMs = now;
    else if (now - firstMs < SAME_SIGNAL_MS) return;
    else process.exit(0);
    stopping.abort();
    server.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  return stopping.signal;
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

if (import.meta.main) await main(process.argv.slice(2));
