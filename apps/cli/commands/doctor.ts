import { platform } from 'node:os';
import type { Store } from '@tallyboard/server-store/store.ts';
import { readSite } from '@tallyboard/service-kit/settings.ts';
import {
  type Credential,
  credentialsIn,
  readCredential,
} from '@tallyboard/service-kit/site/credential.ts';
import { isInsecureAllowed, requireHttps } from '@tallyboard/service-kit/site/require-https.ts';
import { existingSecretKey } from '@tallyboard/service-kit/site/secret-key.ts';
import { versionLine } from '@tallyboard/service-kit/version.ts';
import { readArguments } from '../arguments.ts';
import { type ExitCode, type Streams, UsageError } from '../command.ts';
import { FOLDER_HELP, FOLDER_OPTIONS, folderFor } from '../data-folder.ts';
import { checkJira } from '../doctor/check-jira.ts';
import { checkStore } from '../doctor/check-store.ts';
import { type Finding, ok } from '../doctor/finding.ts';

export const helpValues = { folder: FOLDER_HELP };

export async function run(args: readonly string[], { out }: Streams): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    ...FOLDER_OPTIONS,
    insecure: { type: 'boolean' },
  });
  if (positionals.length > 0) throw new UsageError("'doctor' takes settings only.");
  const states = new Set<Finding['state']>();
  const print = (findings: readonly Finding[]) => {
    for (const { state, text } of findings) {
      states.add(state);
      out.write(`${state.padEnd(5)}  ${text}\n`);
    }
  };
  print([ok(`${versionLine().trim()} on ${platform()}.`)]);
  const folder = folderFor(values);
  const { findings, store } = await checkStore(folder);
  print(findings);
  try {
    const mirrored = (await store?.mirror.state())?.site;
    const site = values.site === undefined ? mirrored : readSite(values.site);
    if (site !== undefined) {
      const credential = await credentialOf(site, folder, store);
      if (credential) requireHttps(site, isInsecureAllowed(values.insecure));
      print(await checkJira(site, credential));
    }
  } finally {
    await store?.close();
  }
  return states.has('wrong') ? 1 : 0;
}

/** The credential of the environment, else the one that was entered on the first page of the server. */
async function credentialOf(
  site: string,
  folder: string,
  store: Store | null,
): Promise<Credential | null> {
  const given = readCredential(process.env);
  if (given || !store || !(await store.properties.get('credential', site))) return given;
  const key = existingSecretKey(process.env.TALLYBOARD_KEY, folder);
  return credentialsIn(store, key, site).load();
}
