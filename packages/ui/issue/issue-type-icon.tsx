import './issue.css';
import BugIcon from '@atlaskit/icon/core/bug';
import EpicIcon from '@atlaskit/icon/core/epic';
import IncidentIcon from '@atlaskit/icon/core/incident';
import ProblemIcon from '@atlaskit/icon/core/problem';
import StoryIcon from '@atlaskit/icon/core/story';
import SubtasksIcon from '@atlaskit/icon/core/subtasks';
import TaskIcon from '@atlaskit/icon/core/task';
import { useState } from 'react';
import { safeUrl } from '../text/safe-url.ts';

const KNOWN = [
  { word: /bug|defect|fehler/i, Icon: BugIcon, color: 'red' },
  { word: /epic/i, Icon: EpicIcon, color: 'purple' },
  { word: /story/i, Icon: StoryIcon, color: 'green' },
  { word: /sub-?task/i, Icon: SubtasksIcon, color: 'blue' },
  { word: /incident/i, Icon: IncidentIcon, color: 'orange' },
  { word: /problem/i, Icon: ProblemIcon, color: 'magenta' },
];

export function IssueTypeIcon(props: { readonly name: string; readonly url: string | null }) {
  const { name, url } = props;
  const [failed, setFailed] = useState(false);
  if (url && !failed) {
    return (
      <img
        className="tb-type-icon"
        src={safeUrl(url)}
        alt={name}
        data-tb-tooltip={name}
        loading="lazy"
        onError={() => setFailed(true)}
      />
    );
  }
  const { Icon, color } = KNOWN.find(({ word }) => word.test(name)) ?? {
    Icon: TaskIcon,
    color: 'blue',
  };
  return (
    <span
      className="tb-type-icon"
      style={{ color: `var(--ds-icon-accent-${color})` }}
      data-tb-tooltip={name}
    >
      <Icon label={name} color="currentColor" size="small" />
    </span>
  );
}
