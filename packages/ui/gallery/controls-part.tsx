import CameraIcon from '@atlaskit/icon/core/camera';
import DownloadIcon from '@atlaskit/icon/core/download';
import PrinterIcon from '@atlaskit/icon/core/printer';
import QuestionIcon from '@atlaskit/icon/core/question-circle';
import { useState } from 'react';
import { Button } from '../controls/button.tsx';
import { ChoiceField } from '../controls/choice-field.tsx';
import { JqlField, type Suggest } from '../controls/jql-field.tsx';
import { SegmentedSwitch } from '../controls/segmented-switch.tsx';
import { MultiSelectField, SelectField, type SelectOption } from '../controls/select-field.tsx';
import { Tabs } from '../controls/tabs.tsx';
import { DateField, NumberField, TextField } from '../controls/text-field.tsx';
import { TitleRow } from '../controls/title-row.tsx';
import { Checkbox, Toggle } from '../controls/toggle.tsx';
import { showFlag } from '../feedback/flags.tsx';
import { IssueTable } from '../issue/issue-table.tsx';
import { Disclosure } from '../overlay/disclosure.tsx';
import { Drawer } from '../overlay/drawer.tsx';
import { Modal } from '../overlay/modal.tsx';
import { printPage } from '../text/print.ts';
import { ISSUES } from './fake-data.ts';
import { Section } from './section.tsx';

const MANY: readonly SelectOption[] = Array.from({ length: 4000 }, (_, index) => ({
  value: `p${index}`,
  label: `Project ${index + 1}`,
  detail: `P${index + 1}`,
}));

const suggest: Suggest = async (text, caret) => {
  const word = /\w*$/.exec(text.slice(0, caret))?.[0] ?? '';
  return ['assignee', 'created', 'currentUser()', 'project', 'status', 'summary', 'updated']
    .filter(name => word && name.toLowerCase().startsWith(word.toLowerCase()))
    .map(name => ({
      label: name,
      detail: name.endsWith(')') ? 'function' : 'field',
      insert: `${name} `,
      from: caret - word.length,
      to: caret,
    }));
};

const FIRST_TEXT = 'Choose "Show table" or press Print.';

export function ControlsPart() {
  return (
    <Section title="Controls">
      <TitleRow
        title="Created and Resolved"
        tips="How many issues came in and how many were finished, day by day."
        level={3}
        actions={[
          { id: 'print', label: 'Print', icon: PrinterIcon, onSelect: printPage },
          { id: 'csv', label: 'Export CSV', icon: DownloadIcon, onSelect: () => {} },
          { id: 'snap', label: 'Snapshot', icon: CameraIcon, onSelect: () => {} },
          { id: 'how', label: 'How computed', icon: QuestionIcon, onSelect: () => {} },
        ]}
      />
      <ButtonsPart />
      <SwitchesPart />
      <FormPart />
      <OverlaysPart />
    </Section>
  );
}

function ButtonsPart() {
  return (
    <div className="gallery-row">
      <Button appearance="primary">Apply</Button>
      <Button>Default</Button>
      <Button appearance="subtle">Subtle</Button>
      <Button appearance="danger">Disable</Button>
      <Button appearance="link">Edit Jira JQL filters</Button>
      <Button disabled>Disabled</Button>
      <Button busy>Saving</Button>
    </div>
  );
}

function SwitchesPart() {
  const [tab, setTab] = useState('project');
  const [unit, setUnit] = useState(0);
  const [bars, setBars] = useState(true);
  return (
    <>
      <Tabs
        label="Reports"
        tabs={[
          { id: 'project', label: 'Navigator' },
          { id: 'user', label: 'Ana Roy' },
          { id: 'epics', label: 'Epics' },
          { id: 'custom', label: 'Custom' },
        ]}
        selected={tab}
        onSelect={setTab}
      >
        <p>The {tab} tab.</p>
      </Tabs>
      <div className="gallery-row">
        <SegmentedSwitch
          label="Time unit"
          showLabel
          options={['Day', 'Hour', 'Week', 'Month', 'Day of the Week'].map((label, value) => ({
            label,
            value,
          }))}
          value={unit}
          onChange={setUnit}
        />
        <Toggle label="Show status bars" checked={bars} onChange={setBars} />
        <Checkbox label="Include active sprints" checked={bars} onChange={setBars} />
      </div>
    </>
  );
}

function FormPart() {
  const [jql, setJql] = useState('project = NAV AND\nasignee = currentUser()');
  const [text, setText] = useState('');
  const [day, setDay] = useState('2026-03-02');
  const [project, setProject] = useState<SelectOption | null>(null);
  const [several, setSeveral] = useState<readonly SelectOption[]>(MANY.slice(0, 2));
  const [count, setCount] = useState<number | null>(4);
  const [group, setGroup] = useState('assignee');
  return (
    <div className="gallery-form">
      <JqlField
        label="Customize JQL"
        value={jql}
        onChange={setJql}
        suggest={suggest}
        placeholder="Empty uses all issues and may load long"
        error={
          jql.includes('asignee')
            ? { message: "Field 'asignee' does not exist.", from: jql.indexOf('asignee') }
            : null
        }
      />
      <TextField
        label="Date format"
        value={text}
        onChange={setText}
        help="Moment tokens: MMM D, YYYY"
      />
      <TextField
        label="Custom title"
        value={text}
        onChange={setText}
        error="A title needs a letter."
        required
      />
      <DateField label="Start date" value={day} onChange={setDay} />
      <NumberField label="Sprints" value={count} onChange={setCount} min={1} />
      <ChoiceField
        label="Group logged time by"
        options={[
          { value: 'assignee', label: 'Assignee' },
          { value: 'project', label: 'Project' },
        ]}
        value={group}
        onChange={setGroup}
      />
      <SelectField
        label="Project (4,000 options)"
        options={MANY}
        value={project}
        onChange={setProject}
        clearable
      />
      <MultiSelectField label="Boards" options={MANY} value={several} onChange={setSeveral} />
    </div>
  );
}

function OverlaysPart() {
  const [open, setOpen] = useState<'drawer' | 'modal' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <div className="gallery-row" style={{ marginTop: 16 }}>
        <Button onClick={() => setOpen('drawer')}>Open drawer</Button>
        <Button onClick={() => setOpen('modal')}>Open modal</Button>
        <Button onClick={() => showFlag({ kind: 'success', title: 'Saved', text: FIRST_TEXT })}>
          Show flag
        </Button>
      </div>
      <Disclosure title="Advanced">What few people need.</Disclosure>
      {open === 'drawer' && (
        <Drawer
          title="Resolved · Ana Roy"
          subtitle="Resolved between Mar 2 and Mar 31."
          onClose={close}
        >
          <IssueTable
            label="Resolved, Ana Roy"
            issues={ISSUES}
            issueUrl={key => `/browse/${key}`}
          />
        </Drawer>
      )}
      {open === 'modal' && (
        <Modal
          title="Apply JQL Filter?"
          confirm={{ label: 'Apply', onConfirm: close }}
          onClose={close}
        >
          The JQL filter is replaced by a sprint filter.
        </Modal>
      )}
    </>
  );
}
