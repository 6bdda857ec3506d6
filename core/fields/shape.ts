/** What a field holds, as people read it. */
export type FieldKind = "text" | "number" | "whole number" | "true or false" | "anything"

/** A value without fields of its own. */
export interface ValueShape {
  readonly kind: FieldKind
  /** The words or values that it may be, where they are declared with it. */
  readonly words?: ReadonlyArray<string | number | boolean>
  /** The name of the words that it may be, where tables list them. */
  readonly vocabulary?: string
}

/** A list of values of one shape. */
export interface ListShape {
  readonly kind: "list"
  readonly items: FieldShape
}

/** An object by the names of its fields. */
export interface ObjectShape {
  readonly kind: "object"
  readonly fields: Readonly<Record<string, ShapedField>>
}

/** What may stand at a place of a request: plain data, made from the schema that declares it. */
export type FieldShape = ValueShape | ListShape | ObjectShape

/** A field with what is said of it beside its schema. */
export interface ShapedField {
  readonly shape: FieldShape
  readonly required: boolean
  readonly about?: string
  readonly example?: unknown
  /** Further names that it is read under. */
  readonly aliases?: ReadonlyArray<string>
}
