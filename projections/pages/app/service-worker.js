const INDEX = "{{index}}";
