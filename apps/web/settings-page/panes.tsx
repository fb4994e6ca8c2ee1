import {
  DEFAULT_PEOPLE,
  fewestPeople,
  MAX_PEOPLE,
  MIN_PEOPLE,
  type PeoplePolicy,
  parsePeoplePolicy,
  writePeoplePolicy,
} from '@tallyboard/core/people/people-policy.ts';
import { DEFAULT_DATE_FORMAT, formatInstant } from '@tallyboard/core/time/format.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import { defaultCalendar } from '@tallyboard/core/time/working-calendar.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import { isOn, parseEnabledReports } from '@tallyboard/engine/site/global-settings.ts';
import type { Site } from '@tallyboard/engine/site/site.ts';
import { CalendarEditor } from '@tallyboard/report-kit/calendar-editor/calendar-editor.tsx';
import {
  calendarText,
  readDefinition,
} from '@tallyboard/report-kit/calendar-editor/calendar-text.ts';
import { CheckGroup, Checks } from '@tallyboard/report-kit/form/check-group.tsx';
import { DoneField } from '@tallyboard/report-kit/form/done-field.tsx';
import { FormFields } from '@tallyboard/report-kit/form/form-fields.tsx';
import { SettingField } from '@tallyboard/report-kit/form/setting-field.tsx';
import { isAt } from '@tallyboard/report-kit/form/settings-form.tsx';
import { parseSiteDone, storedSiteDone } from '@tallyboard/report-kit/settings/done-settings.ts';
import type { Stored } from '@tallyboard/report-kit/settings/schema.ts';
import { MENU_SWITCHES } from '@tallyboard/reports/catalogue/reports.ts';
import { parseDateFormat } from '@tallyboard/reports/catalogue/site-settings.ts';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { InputField, NumberField } from '@tallyboard/ui/controls/text-field.tsx';
import { Checkbox } from '@tallyboard/ui/controls/toggle.tsx';
import { type ReactNode, useState } from 'react';
import { allowsReport, type Edition } from '../start/edition.ts';
import { useSession } from '../start/session.ts';
import { ExceptionsPane } from './exceptions-pane.tsx';
import {
  editSection,
  type SectionProblem,
  sectionOf,
  typedSettings,
  withKeys,
  withoutSection,
} from './section.ts';
import { globalLabel, type ReportSection } from './sections.ts';
import { WorkflowsPane } from './workflows-pane.tsx';

interface PaneProps {
  readonly document: Stored;
  readonly problems: readonly SectionProblem[];
  readonly onChange: (document: Stored) => void;
  readonly site: Site;
  readonly now: Instant;
}

interface Pane {
  readonly section: string;
  readonly render: (props: PaneProps) => ReactNode;
}

/** The panes of an edition: of the app, then of its reports. */
export function panesOf(edition: Edition, sections: readonly ReportSection[]): readonly Pane[] {
  const { standardFeatures: standard } = edition;
  const panes: readonly (Pane | false)[] = [
    standard && { section: 'enabledReports', render: EnabledReportsPane },
    { section: 'commonSettings', render: props => <CommonPane {...props} /> },
    { section: 'doneRule', render: DonePane },
    { section: 'figuresOnPeople', render: PeoplePane },
    { section: 'figuresOnPeopleExceptions', render: props => <ExceptionsPane {...props} /> },
    standard && { section: 'workingCalendar', render: props => <CalendarPane {...props} /> },
    standard && { section: 'workflows', render: props => <WorkflowsPane {...props} /> },
    ...sections
      .filter(({ report }) => allowsReport(edition, report))
      .map(section => ({
        section: section.key,
        render: (props: PaneProps) => <ReportPane {...props} section={section} />,
      })),
  ];
  return panes.filter(pane => pane !== false);
}

/** The text beside the field of a stored key. */
function problemOf({ problems }: PaneProps, section: string, key: string): string | undefined {
  return problems.find(each => each.typed && each.section === section && each.key === key)?.text;
}

function ReportPane(props: PaneProps & { readonly section: ReportSection }) {
  const { section, document, site, onChange } = props;
  const { key, schema } = section;
  return (
    <FormFields>
      {schema.list
        .filter(setting => isAt(setting, 'global'))
        .map(setting => (
          <SettingField
            key={setting.name}
            setting={setting}
            rule={{ label: () => globalLabel(setting) }}
            settings={typedSettings(document, section)}
            site={site}
            error={problemOf(props, key, setting.key)}
            onChange={({ [setting.name]: value }) =>
              onChange(editSection(document, key, schema, { [setting.name]: value }))
            }
          />
        ))}
    </FormFields>
  );
}

function EnabledReportsPane({ document, onChange }: PaneProps) {
  return (
    <CheckGroup label="Reports in the menu of the Custom tab">
      <Checks
        options={MENU_SWITCHES.map(({ key, label }) => ({ name: key, label }))}
        value={parseEnabledReports(document.enabledReports)}
        onChange={flags => onChange(withKeys(document, 'enabledReports', flags))}
      />
    </CheckGroup>
  );
}

const FORMATS = [
  DEFAULT_DATE_FORMAT,
  'D MMM YYYY',
  'DD.MM.YYYY',
  'DD/MM/YYYY',
  'M/D/YYYY',
  'YYYY-MM-DD',
];

function CommonPane(props: PaneProps) {
  const { document, onChange, now } = props;
  const { zone } = useSession();
  const { dateFormat, issueActions } = sectionOf(document, 'commonSettings');
  const text = typeof dateFormat === 'string' ? dateFormat : DEFAULT_DATE_FORMAT;
  const error = problemOf(props, 'commonSettings', 'dateFormat');
  return (
    <FormFields>
      <InputField
        label="Date format"
        help="D is the day, M or MMM the month, YYYY the year; words go in [brackets]."
        error={error}
        suggestions={FORMATS}
        value={text}
        spellCheck={false}
        autoComplete="off"
        onChange={event =>
          onChange(withKeys(document, 'commonSettings', { dateFormat: event.target.value }))
        }
      />
      <p className="tb-quiet">
        Today is shown as{' '}
        <output aria-label="Preview of the date format">
          {error ? '…' : formatInstant(now, zone, parseDateFormat(text))}
        </output>
      </p>
      <div>
        <Checkbox
          label="Actions on issues"
          checked={isOn(issueActions)}
          onChange={on => onChange(withKeys(document, 'commonSettings', { issueActions: on }))}
        />
        <p className="tb-quiet">
          People with the permissions in Jira assign, estimate, move and rank issues in the lists of
          agile reports, and log work in timesheets.
        </p>
      </div>
    </FormFields>
  );
}

function DonePane({ document, onChange }: PaneProps) {
  return (
    <FormFields>
      <DoneField
        isSite
        value={parseSiteDone(sectionOf(document, 'doneRule'))}
        onChange={rule => onChange({ ...document, doneRule: storedSiteDone(rule) })}
      />
      <p className="tb-quiet">For all reports and gadgets without a done rule of their own.</p>
    </FormFields>
  );
}

const POLICY_OPTIONS: readonly { readonly value: PeoplePolicy['kind']; readonly label: string }[] =
  [
    { value: 'all', label: 'Everybody by name' },
    { value: 'own-and-groups', label: 'Yourself by name, others together' },
    { value: 'groups-of', label: 'Groups only' },
  ];

function PeoplePane(props: PaneProps) {
  const { document, onChange } = props;
  const policy = parsePeoplePolicy(document.figuresOnPeople);
  const error = problemOf(props, 'figuresOnPeople', '');
  const store = (figuresOnPeople: string) => onChange({ ...document, figuresOnPeople });
  return (
    <FormFields>
      <ChoiceField
        label="People in figures"
        options={POLICY_OPTIONS}
        value={policy.kind}
        onChange={kind =>
          store(
            writePeoplePolicy(kind === 'groups-of' ? { kind, people: DEFAULT_PEOPLE } : { kind }),
          )
        }
      />
      {policy.kind === 'groups-of' && (
        <NumberField
          label="Fewest people in a group"
          error={error}
          min={MIN_PEOPLE}
          max={MAX_PEOPLE}
          value={error ? null : policy.people}
          onChange={people => store(`groups-of:${people ?? ''}`)}
        />
      )}
      <p className="tb-quiet">For all reports, gadgets, wallboards and files.</p>
      {policy.kind !== 'all' && (
        <p className="tb-quiet">
          Queries that name fewer than {fewestPeople(policy)} people are refused. It is a rule and
          no wall: lists of issues still show who is assigned, as Jira does, and pages apply it in
          the browser of their reader.
        </p>
      )}
    </FormFields>
  );
}

function CalendarPane(props: PaneProps) {
  const { document, onChange, now } = props;
  const { zone } = useSession();
  const { workingCalendar } = document;
  const shared = workingCalendar !== undefined && workingCalendar !== null;
  // While typing, the text may be no valid calendar.
  const [text, setText] = useState(() => storedText(document, zone));
  const edit = (next: string) => {
    setText(next);
    const { definition } = readDefinition(next);
    onChange({ ...document, workingCalendar: definition ?? { text: next } });
  };
  return (
    <FormFields>
      <p className="tb-quiet">
        Burndown and Timesheets skip its holidays; Time in Status counts its hours.
      </p>
      <Checkbox
        label="Use one working calendar for everybody"
        checked={shared}
        onChange={on => (on ? edit(text) : onChange(withoutSection(document, 'workingCalendar')))}
      />
      {shared && (
        <CalendarEditor value={text} onChange={edit} zone={zone} today={localDay(now, zone)} />
      )}
    </FormFields>
  );
}

function storedText(document: Stored, zone: string): string {
  const stored = sectionOf(document, 'workingCalendar');
  if (typeof stored.text === 'string') return stored.text;
  if (stored.days === undefined) return calendarText(defaultCalendar(zone));
  return calendarText({ timezone: String(stored.timezone ?? ''), days: stored.days });
}
