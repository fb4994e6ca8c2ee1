/** Shared settings in the host. Jira has no conditional write: a save reads before and after writing. */
import type { User } from '@tallyboard/core/model/user.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import { serializeTrialEnd } from '@tallyboard/engine/site/trial.ts';
import type { JiraClient } from '@tallyboard/jira/client.ts';
import { fetchAppSetting, putAppSetting } from '@tallyboard/jira/endpoints/app-settings.ts';
import { type Stored, storedObject } from '@tallyboard/report-kit/settings/schema.ts';
import { fieldsDocument } from './fields-document.ts';
import { sectionTitle } from './sections.ts';
import {
  losesUnreadable,
  readSnapshot,
  type Snapshot,
  sameSnapshot,
  sizeProblem,
  stamped,
} from './snapshot.ts';

export type SharedKey = 'global-settings' | 'enabled-fields';

type SaveOutcome =
  | { readonly kind: 'saved'; readonly snapshot: Snapshot }
  /** Someone else saved since `base` or concurrently. */
  | { readonly kind: 'conflict'; readonly theirs: Snapshot }
  | { readonly kind: 'too-large'; readonly text: string };

export type SettingsStore = ReturnType<typeof createSettingsStore>;

export function createSettingsStore({
  client,
  editor,
  now,
}: {
  readonly client: JiraClient;
  readonly editor: Pick<User, 'id' | 'name'> | null;
  readonly now: () => Instant;
}) {
  const read = async (key: SharedKey): Promise<Snapshot> =>
    readSnapshot(await fetchAppSetting(client, key), READERS[key]);
  return {
    read,
    /** Writes `content` if `base` is still stored. Copies an unreadable value to a backup key first. */
    async save(key: SharedKey, base: Snapshot, content: Stored): Promise<SaveOutcome> {
      const stored = await read(key);
      if (!sameSnapshot(stored, base)) return { kind: 'conflict', theirs: stored };
      const document = stamped(content, stored, editor, now());
      const text = sizeProblem(document, sectionTitle);
      if (text !== null) return { kind: 'too-large', text };
      if (stored.kind !== 'absent' && losesUnreadable(stored, content))
        await putAppSetting(client, `${key}-backup`, stored.raw);
      await putAppSetting(client, key, document);
      // Of two concurrent saves the last one wins; the other one gets a conflict here.
      const after = await read(key);
      return sameSnapshot(after, readSnapshot(document))
        ? { kind: 'saved', snapshot: after }
        : { kind: 'conflict', theirs: after };
    },
    /** Ends the trial of Lite. */
    disableStandard: () => putAppSetting(client, 'ted', serializeTrialEnd(now())),
  };
}

const READERS: Readonly<Record<SharedKey, (raw: unknown) => Stored | null>> = {
  'global-settings': storedObject,
  'enabled-fields': fieldsDocument,
};
