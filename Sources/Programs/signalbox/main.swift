runSignalbox()
