import { Button } from '@tallyboard/ui/controls/button.tsx';
import { Disclosure } from '@tallyboard/ui/overlay/disclosure.tsx';
import { type ReactNode, use, useState } from 'react';
import { useSession } from '../start/session.ts';
import { panesOf } from './panes.tsx';
import { documentProblems, finished, resetSection, type SectionProblem } from './section.ts';
import {
  keyLabel,
  loadSections,
  type ReportSection,
  SectionsContext,
  sectionTitle,
} from './sections.ts';
import { type EditorProps, SettingForm } from './setting-form.tsx';
import { documentOf, sectionChanges } from './snapshot.ts';

/** The panes of the key 'global-settings', with one Apply for all of them. */
export function GlobalForm({ setting, state }: EditorProps) {
  const { site, edition, now } = useSession();
  const { base, draft } = state;
  const sections = use(loadSections());
  const stored = documentOf(base);
  const problems = documentProblems(draft, stored, sections);
  const typed = problems.filter(problem => problem.typed);
  const changed = sectionChanges(stored, draft, stored).map(({ section }) => section);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (section: string, on: boolean) => {
    const next = new Set(open);
    if (on) next.add(section);
    else next.delete(section);
    setOpen(next);
  };
  const refuse = (form: HTMLFormElement) => {
    if (typed.length === 0) return null;
    setOpen(new Set([...open, ...typed.map(({ section }) => section)]));
    // After the panes are open.
    requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
    return refusal(typed, sections);
  };
  return (
    <SectionsContext value={sections}>
      <SettingForm
        setting={setting}
        state={state}
        finish={finished}
        refuse={refuse}
        summary={`Changed: ${changed.map(sectionTitle).join(', ')}`}
      >
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
              {render({ document: draft, problems, onChange: setting.edit, site, now: now() })}
              {draft[section] !== undefined && section !== 'workingCalendar' && (
                <div className="tb-settings__reset">
                  <Button
                    appearance="link"
                    onClick={() => setting.edit(resetSection(draft, section, sections))}
                  >
                    {`Back to defaults: ${sectionTitle(section)}`}
                  </Button>
                </div>
              )}
            </Disclosure>
          ))}
        </div>
      </SettingForm>
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

function PaneTitle(props: {
  readonly section: string;
  readonly changed: boolean;
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

/** Invalid stored values, which stay until their field is changed. */
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
