/** A shared setting while it is edited. */
import { toFailure } from '@tallyboard/engine/failure.ts';
import type { Stored } from '@tallyboard/engine/site/global-settings.ts';
import type { Host } from '@tallyboard/hosts/host.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSession } from '../start/session.ts';
import type { SettingsStore, SharedKey } from './settings-store.ts';
import { documentOf, type Snapshot, sameJson } from './snapshot.ts';

interface Editing {
  /** The stored value when editing began. */
  readonly base: Snapshot;
  readonly draft: Stored;
}

type State =
  | { readonly phase: 'reading' }
  | { readonly phase: 'unread'; readonly problem: string }
  | ({
      readonly phase: 'ready';
      readonly saving: boolean;
      /** Why the last save failed. */
      readonly problem: string | null;
      /** The value that someone else stored. */
      readonly conflict: Snapshot | null;
      /** Counts replaced drafts: a React key that resets the fields. */
      readonly generation: number;
    } & Editing);

export type Ready = Extract<State, { phase: 'ready' }> & { readonly dirty: boolean };

export interface SharedSetting {
  readonly state: Exclude<State, { phase: 'ready' }> | Ready;
  readonly edit: (draft: Stored) => void;
  /** Reads the stored value again and discards the draft. */
  readonly reload: () => void;
  /** Discards the draft. */
  readonly discard: () => void;
  /** Saves the draft, or `merged`: our draft merged with `onto`, which someone else stored. */
  readonly save: (
    finish: (draft: Stored) => Stored,
    merged?: { draft: Stored; onto: Snapshot },
  ) => Promise<void>;
  readonly closeConflict: () => void;
}

/** Unapplied drafts, kept while other tabs are open. */
const unapplied = new WeakMap<Host, Map<SharedKey, Editing>>();

export function useSharedSetting(
  store: SettingsStore,
  key: SharedKey,
  onSaved: () => void,
): SharedSetting {
  const { host } = useSession();
  const [state, setState] = useState<State>(() => begun(unapplied.get(host)?.get(key)));
  const latest = useRef(state);
  latest.current = state;

  const read = useCallback(async () => {
    try {
      const base = await store.read(key);
      setState(was => fresh(was, base));
    } catch (error) {
      setState({ phase: 'unread', problem: toFailure(error).messages.join(' ') });
    }
  }, [store, key]);
  useEffect(() => {
    if (latest.current.phase !== 'ready') void read();
  }, [read]);
  useKept(host, key, latest);

  async function save(
    finish: (draft: Stored) => Stored,
    merged?: { readonly draft: Stored; readonly onto: Snapshot },
  ) {
    if (state.phase !== 'ready') return;
    const base = merged?.onto ?? state.base;
    const draft = finish(merged?.draft ?? state.draft);
    setState({
      ...state,
      ...(merged && { base, draft }),
      saving: true,
      problem: null,
      conflict: null,
    });
    const settle = (change: Partial<Ready>) =>
      setState(was => (was.phase === 'ready' ? { ...was, saving: false, ...change } : was));
    try {
      const outcome = await store.save(key, base, draft);
      if (outcome.kind === 'saved') {
        setState(was => fresh(was, outcome.snapshot));
        onSaved();
      } else if (outcome.kind === 'conflict') settle({ conflict: outcome.theirs });
      else settle({ problem: outcome.text });
    } catch (error) {
      settle({ problem: saveProblem(error) });
    }
  }

  return {
    state: state.phase === 'ready' ? { ...state, dirty: isDirty(state) } : state,
    edit: draft =>
      setState(was => (was.phase === 'ready' ? { ...was, draft, problem: null } : was)),
    reload: () => {
      setState({ phase: 'reading' });
      void read();
    },
    discard: () => setState(was => (was.phase === 'ready' ? fresh(was, was.base) : was)),
    save,
    closeConflict: () =>
      setState(was => (was.phase === 'ready' ? { ...was, conflict: null } : was)),
  };
}

function begun(kept: Editing | undefined): State {
  if (!kept) return { phase: 'reading' };
  return { phase: 'ready', ...kept, saving: false, problem: null, conflict: null, generation: 0 };
}

function fresh(was: State, base: Snapshot): State {
  const generation = was.phase === 'ready' ? was.generation + 1 : 0;
  const draft = documentOf(base);
  return { phase: 'ready', base, draft, saving: false, problem: null, conflict: null, generation };
}

const isDirty = ({ base, draft }: Editing) => !sameJson(documentOf(base), draft);

function saveProblem(error: unknown): string {
  const { status, messages } = toFailure(error);
  const words = messages.join(' ');
  return status === 403 ? `Forbidden. ${words}` : words;
}

/** Keeps an unapplied draft while the app is open, and asks before leaving the page. */
function useKept(host: Host, key: SharedKey, latest: { readonly current: State }) {
  useEffect(() => {
    const draftOf = () =>
      latest.current.phase === 'ready' && isDirty(latest.current) ? latest.current : null;
    const ask = (event: BeforeUnloadEvent) => {
      if (draftOf()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => {
      window.removeEventListener('beforeunload', ask);
      const kept = unapplied.get(host) ?? new Map<SharedKey, Editing>();
      unapplied.set(host, kept);
      const draft = draftOf();
      if (draft) kept.set(key, { base: draft.base, draft: draft.draft });
      else kept.delete(key);
    };
  }, [host, key, latest]);
}
