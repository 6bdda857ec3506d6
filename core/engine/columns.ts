/** What the cells of a column hold: what each constructor reads is the type of the row's field. */
export {
  boolean,
  day,
  decimal,
  enumeration,
  integer,
  list,
  note,
  optional,
  reference,
  text,
} from "../table/column.ts"
