export { PeriodForm as default } from '../shared/period-form.tsx';
