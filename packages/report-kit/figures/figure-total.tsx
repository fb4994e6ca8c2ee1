import { FigureButton } from '@tallyboard/ui/figure/figure-button.tsx';
import type { Total } from '@tallyboard/ui/figure/totals.tsx';
import type { Drill } from '../contract.ts';

/** A key figure that opens its issues. */
export const figureTotal = (
  onDrill: (drill: Drill) => void,
  total: Drill & {
    readonly id: string;
    readonly label: string;
    readonly text: string;
    readonly isKey?: boolean;
  },
): Total => {
  const { id, label, text, isKey, ...drill } = total;
  return {
    id,
    label,
    value: (
      <FigureButton size={isKey ? 'large' : 'normal'} label={label} onOpen={() => onDrill(drill)}>
        {text}
      </FigureButton>
    ),
  };
};
