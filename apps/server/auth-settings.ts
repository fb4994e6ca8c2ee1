import { createHmac } from 'node:crypto';
import { resolve } from 'node:path';
import type { Store } from '@tallyboard/server-store/store.ts';
import { holdsOnlyDemo } from '@tallyboard/service-kit/demo.ts';
import { SettingsError, type StartSettings } from '@tallyboard/service-kit/settings.ts';
import { isLoopback, openIdWarning, readSignIn } from '@tallyboard/service-kit/sign-in/settings.ts';
import { credentialsIn, readCredential } from '@tallyboard/service-kit/site/credential.ts';
import { requireHttps } from '@tallyboard/service-kit/site/require-https.ts';
import { readSecretKey } from '@tallyboard/service-kit/site/secret-key.ts';
import { createUpstream } from '@tallyboard/service-kit/site/upstream.ts';
import type { OpenAccess, ServerSettings } from './server.ts';
import { canSignIn } from './sign-in/auth.ts';
import { checkSite, SiteError, siteProblem } from './site/check-site.ts';
import { liftPause } from './site/shared-gate.ts';
import type { SiteSettings } from './site/site-settings.ts';

type Place = Pick<StartSettings, 'host' | 'publicUrl'>;

/**
 * Sign-in and the real Jira behind the server, from the command line and the environment. Throws SettingsError where
 * anything but the bundled demo would be open to a network without sign-in.
 */
export async function authSettings(
  store: Store,
  settings: StartSettings,
  environment: NodeJS.ProcessEnv,
): Promise<Pick<ServerSettings, 'auth' | 'site'> & { readonly openAccess: OpenAccess }> {
  const { site, publicUrl } = settings;
  const signIn = readSignIn(environment);
  const warning = signIn.openId && openIdWarning(signIn.openId);
  if (warning) process.stderr.write(`${warning}\n`);
  const signsIn = await canSignIn(store, signIn);
  const isOpen = site === null && settings.demo !== null && (await holdsOnlyDemo(store));
  const exposed = isExposed(settings);
  if (publicUrl && isPlain(publicUrl) && !settings.insecure) throw new SettingsError(noHttps);
  const openAccess = { anyHost: isOpen, actAs: isOpen && !exposed };
  if (!isOpen && exposed && !signsIn && !settings.connect) throw new SettingsError(noSignIn);
  if (signsIn && exposed && publicUrl === null) {
    throw new SettingsError(
      `With --host ${settings.host} say where browsers find this server: --public-url https://reports.example.com`,
    );
  }
  const key = () => readSecretKey(environment.TALLYBOARD_KEY, resolve(settings.dataDir));
  const auth = { signIn, publicUrl, key };
  if (site === null) return signsIn ? { auth, openAccess } : { openAccess };
  const siteOf = await siteSettings(store, site, settings, environment, exposed, key());
  return { auth, site: siteOf, openAccess };
}

const noSignIn = `On an address that others can reach, people have to sign in to anything but the demo, and no way to is set up. Choose one:
  a password: npx tallyboard password NAME (with the same --site or --data)
  OpenID Connect: TALLYBOARD_OIDC_ISSUER and TALLYBOARD_OIDC_CLIENT_ID (docs/sign-in.md)
Or leave --host and --public-url out, to be reached from this machine alone.`;

const isPlain = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && !isLoopback(hostname);

const noHttps = `Over http everybody on the way can read passwords and sessions. Give --public-url an https address, of a proxy with a certificate in front of this server: see 'https' in docs/deploy.md. --insecure (or TALLYBOARD_INSECURE=1) allows http.`;

/** Whether other machines reach the server, by its own address or through a proxy. */
const isExposed = ({ host, publicUrl }: Place): boolean =>
  !isLoopback(host) || (publicUrl !== null && !isLoopback(publicUrl.hostname));

async function siteSettings(
  store: Store,
  address: string,
  { newCredential, resume, insecure }: StartSettings,
  environment: NodeJS.ProcessEnv,
  exposed: boolean,
  key: Buffer,
): Promise<SiteSettings> {
  requireHttps(address, insecure);
  if (resume) await liftPause(store);
  const credentials = credentialsIn(store, key, address);
  if (newCredential) {
    await credentials.forget();
    const line = { account: 'command line', action: 'credential forgotten', target: address };
    await store.audit.add({ atMs: Date.now(), ...line, detail: '' });
  }
  const ask = createUpstream({ site: address });
  const credential = readCredential(environment);
  const known = credential ?? (await credentials.load());
  let unanswered: string | null = null;
  if (known) {
    try {
      const ask = createUpstream({ site: address, timeoutMs: START_CHECK_MS });
      await checkSite({ address, ask }, known);
    } catch (error) {
      // A Jira that is down may recover; a refused token will not.
      if (error instanceof SiteError)
        throw new SettingsError(`${address}: ${error.message}`, { cause: error });
      const problem = siteProblem(error);
      if (problem === null) throw error;
      process.stderr.write(`${address}: ${problem} Tallyboard starts all the same.\n`);
      unanswered = problem;
    }
  }
  const setupCode = exposed && !known ? setupCodeOf(key, address) : null;
  if (setupCode) process.stderr.write(`Set-up code for the first page: ${setupCode}\n`);
  return { address, ask, credentials, credential, problem: unanswered, setupCode };
}

/** A Jira that hangs is asked again once the server runs. */
const START_CHECK_MS = 5_000;

/** The same in every process with this key. */
const setupCodeOf = (key: Buffer, address: string): string =>
  createHmac('sha256', key)
    .update(`set-up of ${address}`)
    .digest('hex')
    .slice(0, 20)
    .replace(/(.{5})(?=.)/g, '$1-');
