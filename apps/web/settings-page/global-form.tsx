import { Button } from '@tallyboard/ui/controls/button.tsx';
import { Disclosure } from '@tallyboard/ui/overlay/disclosure.tsx';
import { use, useState } from 'react';
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
export function GlobalForm({ setting, editing }: EditorProps) {
  const { site, edition, now } = useSession();
  const { base, draft, generation } = editing;
  const sections = use(loadSections());
  const stored = documentOf(base);
  const problems = documentProblems(draft, stored, sections);
  const problemsOf = (section: string) => problems.filter(each => each.section === section);
  const typed = problems.filter(problem => problem.typed);
  const changed = sectionChanges(stored, draft, stored).map(({ section }) => section);
  const [open, setOpen] = useState<readonly string[]>([]);
  const refuse = (form: HTMLFormElement) => {
    if (typed.length === 0) return null;
    setOpen([...open, ...typed.map(({ section }) => section)]);
    // After the panes are open.
    requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
    return refusal(typed, sections);
  };
  return (
    <SectionsContext value={sections}>
      <SettingForm
        setting={setting}
        editing={editing}
        finish={finished}
        refuse={refuse}
        summary={`Changed: ${changed.map(sectionTitle).join(', ')}`}
      >
        <div key={generation} className="tb-settings__panes">
          {panesOf(edition, sections).map(({ section, render }) => (
            <Disclosure
              key={section}
              level={3}
              open={open.includes(section)}
              onOpenChange={on =>
                setOpen(on ? [...open, section] : open.filter(each => each !== section))
              }
              title={
                <PaneTitle
                  section={section}
                  changed={changed.includes(section)}
                  problems={problemsOf(section)}
                />
              }
            >
              <StoredProblems problems={problemsOf(section)} section={section} />
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

interface PaneProblems {
  readonly section: string;
  readonly problems: readonly SectionProblem[];
}

function PaneTitle(props: PaneProblems & { readonly changed: boolean }) {
  const { section, changed, problems } = props;
  const isTyped = problems.some(({ typed }) => typed);
  return (
    <>
      {sectionTitle(section)}
      {isTyped && <span className="tb-settings__mark tb-settings__mark--wrong">Check</span>}
      {changed && !isTyped && <span className="tb-settings__mark">Changed</span>}
      {problems.length > 0 && !isTyped && (
        <span className="tb-settings__mark tb-settings__mark--stored">Not readable</span>
      )}
    </>
  );
}

/** Invalid stored values, which stay until their field is changed. */
function StoredProblems({ problems, section }: PaneProblems) {
  const found = problems.filter(({ typed }) => !typed);
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
