// The types that the declarations of this module name, so that one import is enough.
@_exported public import Diagnostics
@_exported public import Links
