import './gallery.css';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { SegmentedSwitch } from '../controls/segmented-switch.tsx';
import { AppRoot } from '../theme/app-root.tsx';
import { ChartsPart } from './charts-part.tsx';
import { ControlsPart } from './controls-part.tsx';
import { FeedbackPart } from './feedback-part.tsx';
import { IssuesPart } from './issues-part.tsx';
import { TablesPart } from './tables-part.tsx';

const mode = new URLSearchParams(location.search).get('mode');
if (mode) document.documentElement.setAttribute('data-color-mode', mode);

function Gallery() {
  const [current, setCurrent] = useState(mode ?? 'system');
  return (
    <main className="gallery">
      <header className="gallery-head">
        <h1>Component gallery</h1>
        <SegmentedSwitch
          label="Colour mode"
          options={[
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
          value={current}
          onChange={next => {
            setCurrent(next);
            document.documentElement.setAttribute('data-color-mode', next);
          }}
        />
      </header>
      <ControlsPart />
      <FeedbackPart />
      <IssuesPart />
      <TablesPart />
      <ChartsPart />
    </main>
  );
}

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <AppRoot>
        <Gallery />
      </AppRoot>
    </StrictMode>,
  );
}
