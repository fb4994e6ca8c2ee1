import { formatInstant } from '@tallyboard/core/time/format.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { showFlag } from '@tallyboard/ui/feedback/flags.tsx';
import { Spinner } from '@tallyboard/ui/feedback/spinner.tsx';
import { ErrorState } from '@tallyboard/ui/feedback/states.tsx';
import { Disclosure } from '@tallyboard/ui/overlay/disclosure.tsx';
import { type FormEvent, type ReactNode, Suspense, use, useRef, useState } from 'react';
import { useSession } from '../start/session.ts';
import { ApplyBar } from './apply-bar.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { panesOf } from './panes/panes.tsx';
import { documentProblems, finished, resetSection, type SectionProblem } from './section.ts';
import {
  keyLabel,
  loadSections,
  type ReportSection,
  SectionsContext,
  sectionTitle,
} from './sections.ts';
import type { SettingsStore } from './settings-store.ts';
import { documentOf, lastSaveOf, type Snapshot, sectionChanges } from './snapshot.ts';
import { UnreadableNote } from './unreadable-note.tsx';
import { type Ready, type SharedSetting, useSharedSetting } from './use-shared-setting.ts';

/** The panes of the key 'global-settings', with one Apply for all of them. */
export function GlobalForm({ store }: { readonly store: SettingsStore }) {
  const { restart } = useSession();
  const setting = useSharedSetting(store, 'global-settings', () => {
    showFlag({ kind: 'success', title: 'Settings saved', text: 'Reports will reload.' });
    restart();
  });
  const { state } = setting;
  if (state.phase === 'reading') return <Spinner label="Loading settings" />;
  if (state.phase === 'unread') {
    return (
      <ErrorState title="Settings could not be loaded" onRetry={setting.reload}>
        {state.problem}
      </ErrorState>
    );
  }
  return (
    <Suspense fallback={<Spinner label="Reading the settings" />}>
      <Editor setting={setting} state={state} />
    </Suspense>
  );
}

function Editor({ setting, state }: { readonly setting: SharedSetting; readonly state: Ready }) {
  const { site, edition, now } = useSession();
  const { base, draft } = state;
  const sections = use(loadSections());
  const stored = documentOf(base);
  const problems = documentProblems(draft, stored, sections);
  const typed = problems.filter(problem => problem.typed);
  const changed = sectionChanges(stored, draft, stored).map(({ section }) => section);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [replace, setReplace] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const change = (next: typeof draft) => {
    setRefused(null);
    setting.edit(next);
  };
  const toggle = (section: string, on: boolean) => {
    const next = new Set(open);
    if (on) next.add(section);
    else next.delete(section);
    setOpen(next);
  };

  function apply(event: FormEvent) {
    event.preventDefault();
    if (typed.length > 0) {
      setOpen(new Set([...open, ...typed.map(({ section }) => section)]));
      setRefused(refusal(typed, sections));
      focusInvalid(form.current);
    } else if (base.kind === 'unreadable' && !replace) {
      setRefused('Choose first what to do with the unreadable settings above.');
    } else void setting.save(finished);
  }

  return (
    <SectionsContext value={sections}>
      <form ref={form} className="tb-settings__form" noValidate onSubmit={apply}>
        <LastSaved snapshot={base} />
        {base.kind === 'unreadable' && (
          <UnreadableNote raw={base.raw} replace={replace} onReplace={setReplace} />
        )}
        <div key={state.generation} className="tb-settings__panes">
          {panesOf(edition, sections).map(({ section, render }) => (
            <Disclosure
              key={section}
              level={3}
              open={open.has(section)}
              onOpenChange={on => toggle(section, on)}
              title={
                <PaneTitle
                  section={section}
                  changed={changed.includes(section)}
                  problem={
                    typed.find(each => each.section === section) ??
                    problems.find(each => each.section === section)
                  }
                />
              }
            >
              <StoredProblems problems={problems} section={section} />
              {render({ document: draft, problems, onChange: change, site, now: now() })}
              {draft[section] !== undefined && section !== 'workingCalendar' && (
                <div className="tb-settings__reset">
                  <Button
                    appearance="link"
                    onClick={() => change(resetSection(draft, section, sections))}
                  >
                    {`Back to defaults: ${sectionTitle(section)}`}
                  </Button>
                </div>
              )}
            </Disclosure>
          ))}
        </div>
        <ApplyBar
          dirty={state.dirty}
          saving={state.saving}
          problem={state.problem ?? refused}
          summary={`Changed: ${changed.map(sectionTitle).join(', ')}`}
          onDiscard={() => {
            setRefused(null);
            setting.discard();
          }}
        />
        {state.conflict && (
          <ConflictDialog
            base={base}
            mine={finished(draft)}
            theirs={state.conflict}
            onMerge={merged =>
              state.conflict && void setting.save(finished, { draft: merged, onto: state.conflict })
            }
            onReload={setting.reload}
            onClose={setting.closeConflict}
          />
        )}
      </form>
    </SectionsContext>
  );
}

function refusal(typed: readonly SectionProblem[], sections: readonly ReportSection[]): string {
  const places = typed.map(({ section, key }) =>
    key === ''
      ? sectionTitle(section)
      : `${sectionTitle(section)}, ${keyLabel(sections, section, key)}`,
  );
  return `Check ${[...new Set(places)].join('; ')}.`;
}

/** Once the panes are open. */
function focusInvalid(form: HTMLFormElement | null) {
  requestAnimationFrame(() => {
    form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  });
}

function PaneTitle(props: {
  readonly section: string;
  readonly changed: boolean;
  /** The most pressing one. */
  readonly problem: SectionProblem | undefined;
}): ReactNode {
  const { section, changed, problem } = props;
  return (
    <>
      {sectionTitle(section)}
      {problem?.typed && <span className="tb-settings__mark tb-settings__mark--wrong">Check</span>}
      {changed && !problem?.typed && <span className="tb-settings__mark">Changed</span>}
      {problem && !problem.typed && (
        <span className="tb-settings__mark tb-settings__mark--stored">Not readable</span>
      )}
    </>
  );
}

/** What was stored before and is of no use: it stays until its field is changed. */
function StoredProblems({
  problems,
  section,
}: {
  readonly problems: readonly SectionProblem[];
  readonly section: string;
}) {
  const found = problems.filter(each => !each.typed && each.section === section);
  const sections = use(SectionsContext);
  if (found.length === 0) return null;
  return (
    <ul className="tb-settings__stored" aria-label="Invalid stored values">
      {found.map(({ key, text }) => (
        <li key={key}>
          {key !== '' && `${keyLabel(sections, section, key)}: `}
          {text}
        </li>
      ))}
    </ul>
  );
}

function LastSaved({ snapshot }: { readonly snapshot: Snapshot }) {
  const { site, zone } = useSession();
  const { name, at } = lastSaveOf(snapshot);
  if (name === null && at === null) return null;
  return (
    <p className="tb-quiet">
      Last changed{name !== null && ` by ${name}`}
      {at !== null && ` on ${formatInstant(at, zone, `${site.settings.dateFormat} HH:mm`)}`}
    </p>
  );
}
