/** A report that is computed already, as a file or inside an assistant: see vite.config.ts. */
import type { DashboardData, FigureData } from '@tallyboard/engine/ask/figure-view.ts';
import { AppRoot } from '@tallyboard/ui/theme/app-root.tsx';
import { createRoot } from 'react-dom/client';
import { AssistantFigure } from './assistant-figure.tsx';
import { DashboardFigures } from './dashboard-figures.tsx';
import { FigurePage } from './figure-page.tsx';

/** Empty inside an assistant, which sends the data. */
const text = document.getElementById('figure')?.textContent ?? '';
const root = document.getElementById('app');
if (root)
  createRoot(root).render(
    <AppRoot>{text === '' ? <AssistantFigure /> : <Figures data={JSON.parse(text)} />}</AppRoot>,
  );

function Figures({ data }: { readonly data: FigureData | DashboardData }) {
  if ('gadgets' in data) return <DashboardFigures data={data} />;
  return <FigurePage data={data} assistant={null} />;
}
