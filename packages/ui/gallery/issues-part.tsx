import { CategoryBar } from '../figure/category-bar.tsx';
import { FigureButton, PercentBar } from '../figure/figure-button.tsx';
import { IssueTable } from '../issue/issue-table.tsx';
import { IssueKeyList } from '../issue/key-link.tsx';
import { StatusLozenge } from '../issue/status-lozenge.tsx';
import { dayText, ISSUES, VISITS } from './fake-data.ts';
import { Section } from './section.tsx';

const issueUrl = (key: string) => `/browse/${key}`;
const history = {
  load: async () => VISITS,
  formatDuration: (milliseconds: number) => `${Math.round(milliseconds / 86_400_000)}d`,
  formatInstant: dayText,
};
const part = {
  label: 'Points',
  values: ISSUES.map(issue => issue.points ?? 0),
  format: (value: number) => String(value),
};

export function IssuesPart() {
  return (
    <Section title="Issues and figures">
      <div className="gallery-row">
        <StatusLozenge name="To Do" category="to-do" />
        <StatusLozenge name="In Progress" category="in-progress" />
        <StatusLozenge name="Done" category="done" />
        <StatusLozenge name="Not Defined" category="none" />
        <span>
          Resolved{' '}
          <FigureButton label="Resolved" onOpen={() => {}}>
            128
          </FigureButton>
        </span>
        <FigureButton label="Unresolved" size="large" onOpen={() => {}}>
          1,024
        </FigureButton>
      </div>
      <div className="gallery-stack" style={{ maxWidth: 480 }}>
        <PercentBar percent={64}>64%</PercentBar>
        <CategoryBar
          counts={{ done: 61, 'in-progress': 14, 'to-do': 31, none: 2 }}
          onOpen={() => {}}
          showLegend
        />
        <IssueKeyList keys={ISSUES.map(issue => issue.key)} issueUrl={issueUrl} />
      </div>
      <IssueTable
        label="Issues"
        issues={ISSUES}
        issueUrl={issueUrl}
        history={history}
        part={part}
        pageSize={10}
      />
    </Section>
  );
}
